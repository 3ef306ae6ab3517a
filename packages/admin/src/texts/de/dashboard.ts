import type { dashboard as english } from '../en/dashboard.ts'
import type { Translated } from '../translated.ts'

export const dashboard: Translated<typeof english> = {
  hello: 'Guten Tag, {{name}}',
  write: 'Etwas Neues schreiben',
  continue: 'Weiterschreiben',
  missing_one: '{{count}} Feld fehlt',
  missing_other: '{{count}} Felder fehlen',
  needs: {
    title: 'Braucht Aufmerksamkeit',
    nothing: 'Nichts braucht Ihre Aufmerksamkeit.',
    unsaved: 'Text von {{when}} ist nur in diesem Browser. Öffnen Sie den Inhalt, um ihn zu speichern.',
    publish:
      'Sollte live gehen ({{when}}), konnte aber nicht veröffentlicht werden. Öffnen Sie den Inhalt, um zu sehen, was fehlt.',
    unpublish: 'Sollte von der Website genommen werden ({{when}}), aber das hat nicht geklappt.',
    incomplete_one: 'Geht live: {{when}}. {{count}} Pflichtfeld ist leer.',
    incomplete_other: 'Geht live: {{when}}. {{count}} Pflichtfelder sind leer.',
  },
  coming: 'Demnächst',
  comingEmpty_one: 'Für den nächsten Tag ist nichts geplant.',
  comingEmpty_other: 'Für die nächsten {{count}} Tage ist nichts geplant.',
  recent: 'Letzte Änderungen',
  changed: 'Zuletzt bearbeitet',
  changedEmpty: 'Noch ist nichts geschrieben.',
  pending: 'Entwürfe',
  pendingEmpty: 'Keine Entwürfe und keine unveröffentlichten Änderungen.',
  service: 'Der Dienst',
  through: '{{who}} mit {{app}}',
  others_one: 'und {{count}} weiterer Inhalt',
  others_other: 'und {{count}} weitere Inhalte',
  did: {
    created: 'Angelegt',
    changed: 'Geändert',
    published: 'Veröffentlicht',
    unpublished: 'Von der Website genommen',
    scheduled: 'Geplant',
    unscheduled: 'Planung aufgehoben',
    trashed: 'In den Papierkorb gelegt',
    restored: 'Aus dem Papierkorb geholt',
    versionRestored: 'Frühere Version wiederhergestellt',
    undone: 'Änderung rückgängig gemacht',
    discarded: 'Entwurf verworfen',
  },
  start: {
    title: 'Hier beginnen',
    text: 'Drei Schritte, in der Reihenfolge, die Ihnen passt.',
    waiting: {
      title: 'Noch gibt es nichts zu schreiben',
      text: 'Erst muss festgelegt werden, woraus diese Website besteht. Dann erscheint es hier.',
    },
    model: {
      title: 'Inhalte modellieren',
      text: 'Sagen Sie, woraus die Website besteht: Rezepte, Artikel, Termine …',
    },
    people: { title: 'Menschen einladen', text: 'Lassen Sie andere mitschreiben, jede in eigener Rolle.' },
    import: {
      title: 'Ein Blog importieren',
      text: 'Holen Sie Beiträge, Seiten und Bilder von dort herüber.',
    },
  },
}
