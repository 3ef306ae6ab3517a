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
  calendar: 'Kalender',
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
  webhooks: 'Webhooks',
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
  restored: {
    title: 'Diese Website wurde aus einer Sicherung wiederhergestellt',
    text: 'Geplante Veröffentlichungen, Webhooks und geplante Sicherungen warten, damit diese Kopie nicht neben dem Original handelt.',
    resume: 'Fortsetzen',
    confirmTitle: 'Zeitpläne und Webhooks fortsetzen?',
    confirmText:
      'Was inzwischen fällig war, wird sofort veröffentlicht und gesendet. Nur fortfahren, wenn das Original nicht mehr läuft.',
    resumed: 'Zeitpläne und Webhooks sind wieder aktiv.',
  },
  backupFails: {
    title: 'Geplante Sicherungen brauchen Aufmerksamkeit',
    failed:
      'Die letzte geplante Sicherung ist fehlgeschlagen. Sie wird von selbst wiederholt. Der Dienst meldet:',
    warned: 'Es gibt ein Archiv, aber damit ist nicht alles in Ordnung. Der Dienst meldet:',
    late: 'Seit zu langer Zeit gab es keine geplante Sicherung. Den Grund nennt das Protokoll des Dienstes.',
  },
  sessionOver: {
    title: 'Sie sind abgemeldet worden',
    text: 'Was auf dieser Seite steht, ist noch da. Melden Sie sich in einem neuen Tab wieder an und machen Sie hier weiter.',
    signIn: 'Anmelden',
    waiting: 'Wartet auf Ihre Anmeldung …',
    other: 'Jetzt ist jemand anderes angemeldet. Melden Sie sich als {{name}} an, um weiterzumachen.',
  },
  reauthentication: {
    title: 'Bitte bestätigen, dass Sie es sind',
    text: 'Das gibt dauerhaften Zugang. Weisen Sie sich dafür in einem neuen Tab noch einmal aus; danach geht es hier von selbst weiter.',
    withPasskey: 'Das gibt dauerhaften Zugang. Bestätigen Sie mit Ihrem Passkey, um fortzufahren.',
    usePasskey: 'Mit Passkey bestätigen',
    otherWay: 'Stattdessen mit einem Link per E-Mail bestätigen',
    confirm: 'Bestätigen',
    waiting: 'Warten auf die Bestätigung …',
  },
  visitor: {
    title: 'Guten Tag, {{name}}',
    text: 'Ihre Rolle schreibt und bearbeitet hier nichts. Sie können Ihre Anmeldung, Ihre Token und Ihre Apps verwalten.',
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
