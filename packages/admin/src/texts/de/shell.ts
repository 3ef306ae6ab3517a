import type { shell as english } from '../en/shell.ts'
import type { Translated } from '../translated.ts'

export const shell: Translated<typeof english> = {
  skip: 'Zum Inhalt springen',
  navigation: 'Hauptnavigation',
  openNavigation: 'Navigation öffnen',
  closeNavigation: 'Navigation schließen',
  groups: {
    content: 'Inhalte',
    site: 'Website',
    manage: 'Verwaltung',
  },
  dashboard: 'Übersicht',
  firstCollection: 'Die erste Sammlung anlegen',
  media: 'Medien',
  trash: 'Papierkorb',
  sections: 'Abschnitte',
  menus: 'Menüs',
  taxonomies: 'Taxonomien',
  widgets: 'Widget-Bereiche',
  model: 'Inhaltsmodell',
  users: 'Benutzer',
  plugins: 'Erweiterungen',
  import: 'Import',
  settings: 'Einstellungen',
  audit: 'Änderungsprotokoll',
  account: 'Ihr Konto',
  signOut: 'Abmelden',
  viewSite: 'Website ansehen',
  search: 'Suchen und gehen zu …',
  searchShort: 'Suchen',
  theme: 'Darstellung',
  themes: { auto: 'Wie das System', light: 'Hell', dark: 'Dunkel' },
  offline:
    'Der Dienst ist nicht zu erreichen. Was Sie schreiben, bleibt hier und wird gespeichert, sobald er wieder da ist.',
  online: 'Der Dienst ist wieder da.',
  sessionOver: {
    title: 'Sie sind abgemeldet worden',
    text: 'Was auf dieser Seite steht, ist noch da. Melden Sie sich in einem neuen Tab wieder an und machen Sie hier weiter.',
    signIn: 'Anmelden',
    waiting: 'Wartet auf Ihre Anmeldung …',
    other: 'Jetzt ist jemand anderes angemeldet. Melden Sie sich als {{name}} an, um weiterzumachen.',
  },
  visitor: {
    title: 'Guten Tag, {{name}}',
    text: 'Mit Ihrem Konto wird an dieser Website nicht geschrieben. Sie können Ihre Anmeldung und Ihre Apps verwalten.',
  },
  outdated: {
    title: 'Diese Seite konnte nicht geladen werden',
    text: 'Vielleicht ist der Dienst erneuert worden, oder die Verbindung fehlt. Laden Sie die Seite neu; Entwürfe sind gespeichert.',
  },
  crash: {
    title: 'Diese Seite ist kaputtgegangen',
    text: 'Das ist unser Fehler, nicht Ihrer. Was gespeichert war, ist sicher.',
  },
}
