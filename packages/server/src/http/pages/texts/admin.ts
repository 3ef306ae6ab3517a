import type { Texts } from '../language.ts'

interface AdminTexts {
  readonly notBuilt: string
  readonly notBuiltLead: string
}

export const adminTexts: Texts<AdminTexts> = {
  en: {
    notBuilt: 'The admin is not built',
    notBuiltLead:
      'The service runs from its sources. Build the admin with this command, then reload the page:',
  },
  de: {
    notBuilt: 'Die Verwaltung ist nicht gebaut',
    notBuiltLead:
      'Der Dienst läuft aus den Quelltexten. Bitte die Verwaltung mit diesem Befehl bauen und die Seite dann neu laden:',
  },
}
