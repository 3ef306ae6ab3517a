import type { common as english } from '../en/common.ts'
import type { Translated } from '../translated.ts'

export const common: Translated<typeof english> = {
  save: 'Speichern',
  saving: 'Wird gespeichert …',
  saved: 'Gespeichert',
  cancel: 'Abbrechen',
  close: 'Schließen',
  create: 'Anlegen',
  add: 'Hinzufügen',
  edit: 'Bearbeiten',
  delete: 'Löschen',
  remove: 'Entfernen',
  undo: 'Rückgängig',
  back: 'Zurück',
  more: 'Mehr',
  moreActions: 'Weitere Aktionen',
  search: 'Suchen',
  clear: 'Leeren',
  copy: 'Kopieren',
  copied: 'Kopiert',
  haveCopied: 'Ich habe es kopiert',
  yes: 'Ja',
  no: 'Nein',
  none: 'Keine',
  optional: 'optional',
  loading: 'Wird geladen …',
  loadMore: 'Mehr laden',
  showAll: 'Alle {{count}} zeigen',
  newChanges: 'Es gibt neuere Änderungen',
  tryAgain: 'Noch einmal versuchen',
  reload: 'Neu laden',
  discardChanges: 'Änderungen verwerfen',
  unsaved: {
    title: 'Ohne Speichern verlassen?',
    text: 'Was Sie hier geändert haben, ist noch nicht gespeichert. Es geht verloren, wenn Sie die Seite verlassen.',
    stay: 'Bleiben',
    leave: 'Verlassen',
  },
  status: {
    draft: 'Entwurf',
    published: 'Veröffentlicht',
    scheduled: 'Geplant',
    pending: 'Unveröffentlichte Änderungen',
    trashed: 'Im Papierkorb',
  },
  roles: {
    '10': 'Abonnent',
    '20': 'Mitarbeiter',
    '30': 'Autor',
    '40': 'Redakteur',
    '50': 'Administrator',
  },
  failures: {
    title: 'Das konnte nicht geladen werden',
    actionTitle: 'Das hat nicht geklappt',
    silence: 'Der Dienst ist nicht zu erreichen. Besteht eine Verbindung zum Netz?',
    unknown:
      'Auf dieser Seite ist ein Fehler aufgetreten. Laden Sie sie neu; tritt er wieder auf, wenden Sie sich an den Betreiber dieser Website.',
    signedOut: 'Sie sind nicht mehr angemeldet.',
    notConfirmed: 'Es wurde nichts geändert: Sie haben Ihre Identität nicht bestätigt.',
    passkey: {
      cancelled: 'Es wurde nichts geändert: Der Vorgang wurde abgebrochen oder hat zu lange gedauert.',
      wrongOrigin:
        'Passkeys funktionieren unter dieser Adresse nicht. Öffnen Sie den Dienst unter seiner eigenen.',
      alreadyRegistered:
        'Dieses Gerät oder dieser Sicherheitsschlüssel hat schon einen Passkey für Ihr Konto.',
      failed:
        'Das Gerät konnte keinen Passkey verwenden. Versuchen Sie es noch einmal oder mit einem anderen.',
    },
    forbidden: 'Das dürfen Sie nicht: {{message}}',
    tooLarge: 'Das ist zu groß: {{message}}',
    diskFull:
      'Nicht gespeichert: Der Speicherplatz des Dienstes ist voll. Wenden Sie sich an den Betreiber dieser Website.',
    tooMany:
      'Zu viele Anfragen in kurzer Zeit. Warten Sie einen Augenblick und versuchen Sie es noch einmal.',
    tooManyUntil_one: 'Zu viele Anfragen in kurzer Zeit. Versuchen Sie es in {{count}} Sekunde noch einmal.',
    tooManyUntil_other:
      'Zu viele Anfragen in kurzer Zeit. Versuchen Sie es in {{count}} Sekunden noch einmal.',
    foreign:
      'Ein Proxy oder das Netzwerk hat einen Fehler gemeldet (HTTP {{status}}). Versuchen Sie es noch einmal; tritt er wieder auf, wenden Sie sich an den Betreiber dieser Website.',
    foreignTooLarge: 'Das ist zu groß für einen Proxy zwischen diesem Browser und dem Dienst (HTTP 413).',
    internal:
      'Im Dienst ist ein Fehler aufgetreten. Versuchen Sie es noch einmal; tritt er wieder auf, nennen Sie dem Betreiber diese Nummer: {{requestId}}',
    notFoundTitle: 'Seite nicht gefunden',
    toDashboard: 'Zur Übersicht',
    notFound: 'Die Adresse ist vielleicht falsch, oder was hier war, ist gelöscht.',
    forbiddenTitle: 'Kein Zugriff',
    forbiddenText:
      'Ihre Rolle erlaubt das nicht. Fragen Sie eine Administratorin oder einen Administrator dieser Website.',
  },
  time: {
    never: 'Nie',
    now: 'gerade eben',
  },
}
