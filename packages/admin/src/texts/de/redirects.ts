import type { redirects as english } from '../en/redirects.ts'
import type { Translated } from '../translated.ts'

export const redirects: Translated<typeof english> = {
  title: 'Weiterleitungen',
  lead: 'Alte Adressen der Website und wohin sie führen. Ändert sich die Adresse eines veröffentlichten Eintrags, entsteht automatisch eine Weiterleitung.',
  new: 'Neue Weiterleitung',
  created: 'Die Weiterleitung ist angelegt.',
  emptyTitle: 'Noch keine Weiterleitungen',
  emptyText: 'Eine Weiterleitung führt Besucher und Suchmaschinen von einer alten Adresse zu einer neuen.',
  from: 'Alter Pfad',
  fromHelp: 'Ein Pfad der Website, zum Beispiel /alte-seite.',
  to: 'Führt zu',
  toHelp: 'Ein Pfad der Website, zum Beispiel /neue-seite, oder eine Adresse mit https://.',
  status: 'Art',
  statuses: {
    permanent: '301: dauerhaft',
    temporary: '302: vorläufig',
    temporaryForms: '307: vorläufig, auch für Formulare',
    permanentForms: '308: dauerhaft, auch für Formulare',
  },
  noAddress: 'ein Eintrag, der jetzt keine Adresse hat',
  more: 'Weitere Aktionen für {{from}}',
  deleteTitle: 'Diese Weiterleitung löschen?',
  deleteText: 'Wer {{from}} öffnet, wird dann nicht mehr weitergeleitet.',
  deleted: 'Die Weiterleitung ist gelöscht.',
}
