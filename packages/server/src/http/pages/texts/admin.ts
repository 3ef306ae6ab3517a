import type { Texts } from '../language.ts'

interface AdminTexts {
  readonly notBuilt: string
  readonly notBuiltLead: string
}

export const adminTexts: Texts<AdminTexts> = {
  en: {
    notBuilt: 'The admin is not built',
    notBuiltLead:
      'The service runs from its sources. Whoever runs it builds the admin with this, then loads the page again:',
  },
  de: {
    notBuilt: 'Die Verwaltung ist nicht gebaut',
    notBuiltLead:
      'Der Dienst läuft aus seinen Quellen. Wer ihn betreibt, baut die Verwaltung hiermit und lädt die Seite dann neu:',
  },
}
