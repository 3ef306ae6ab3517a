import type { users as english } from '../en/users.ts'
import type { Translated } from '../translated.ts'

export const users: Translated<typeof english> = {
  title: 'Benutzer',
  lead: 'Wer sich hier anmelden darf, und was sie dürfen.',
  invite: 'Jemanden einladen',
  search: 'Nach Name oder Adresse suchen',
  role: 'Rolle',
  allRoles: 'Alle Rollen',
  name: 'Name',
  email: 'E-Mail-Adresse',
  lastSignIn: 'Letzte Anmeldung',
  neverSignedIn: 'war noch nicht angemeldet',
  you: 'Sie',
  disabled: 'Gesperrt',
  actions: 'Aktionen',
  actionsFor: 'Aktionen für {{name}}',
  editAction: 'Name und Rolle ändern',
  disableAction: 'Sperren',
  enableAction: 'Entsperren',
  again: 'Noch einmal einladen',
  none: { title: 'Niemand gefunden', text: 'Niemand passt zu dem, was Sie suchen.' },
  about: {
    '10': 'Kann sich anmelden und das eigene Konto verwalten.',
    '20': 'Schreibt eigene Entwürfe; veröffentlicht werden sie von anderen.',
    '30': 'Schreibt und veröffentlicht Eigenes, lädt Medien hoch.',
    '40': 'Bearbeitet und veröffentlicht alles, auch Menüs, Abschnitte und Begriffe der Website.',
    '50': 'Alles, auch Inhaltsmodell, Benutzer, Erweiterungen und Einstellungen.',
  },
  inviteForm: {
    title: 'Jemanden einladen',
    send: 'Einladung senden',
    done: '{{email}} ist eingeladen.',
    nameHint: 'Lässt sich beim Annehmen ändern.',
  },
  link: {
    title: 'Geben Sie diesen Link weiter',
    text: 'Es ist kein Mailversand eingerichtet, deshalb ging nichts hinaus. Geben Sie diesen Link an {{email}}; er gilt einmal, bis {{until}}, und lässt sich nicht noch einmal anzeigen.',
    label: 'Einladungslink',
  },
  editForm: { title: '{{name}} ändern', done: 'Gespeichert. Die neue Rolle gilt ab der nächsten Anfrage.' },
  disable: {
    title: '{{name}} sperren?',
    text: 'Alle Sitzungen enden sofort; Token und Apps gehen nicht mehr, bis Sie wieder entsperren. Geschriebenes bleibt.',
    done: '{{name}} kann sich nicht mehr anmelden.',
  },
  enabled: '{{name}} kann sich wieder anmelden.',
}
