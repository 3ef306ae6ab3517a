import type { Texts } from '../language.ts'

interface NotFoundTexts {
  readonly title: string
  readonly lead: string
  readonly admin: string
}

export const notFoundTexts: Texts<NotFoundTexts> = {
  en: {
    title: 'Page not found',
    lead: 'There is nothing at this address. It may be mistyped, or the page may have moved.',
    admin: 'Go to the admin',
  },
  de: {
    title: 'Seite nicht gefunden',
    lead: 'Unter dieser Adresse gibt es nichts. Vielleicht ist sie falsch geschrieben, oder die Seite ist umgezogen.',
    admin: 'Zur Verwaltung',
  },
}
