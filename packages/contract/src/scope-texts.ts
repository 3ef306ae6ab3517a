import { type Scope, scopes } from './access.ts'

/** The meaning of each scope for people, in the languages of the pages and of the admin. */
export const scopeTexts: Readonly<Record<'en' | 'de', Readonly<Record<Scope, string>>>> = {
  en: {
    ...scopes,
    admin: 'Everything that your role may do',
  },
  de: {
    'content:read': 'Inhalte, Begriffe, Menüs und Suchergebnisse lesen',
    'content:write': 'Inhalte anlegen, ändern, veröffentlichen und löschen; Begriffe anlegen',
    'media:read': 'Medien lesen',
    'media:write': 'Medien hochladen, ändern und löschen',
    'schema:read': 'Sammlungen und ihre Felder lesen',
    'schema:write': 'Sammlungen und Felder anlegen, ändern und löschen',
    admin: 'Alles, was die Rolle erlaubt',
  },
}
