import type { dashboard as english } from '../en/dashboard.ts'
import type { Translated } from '../translated.ts'

export const dashboard: Translated<typeof english> = {
  hello: 'Guten Tag, {{name}}',
  write: 'Etwas Neues schreiben',
  continue: 'Weiterschreiben',
  missing_one: '{{count}} Feld fehlt',
  missing_other: '{{count}} Felder fehlen',
  needs: {
    title: 'Zu erledigen',
    nothing: 'Es gibt nichts zu erledigen.',
    unsaved: 'Text von {{when}} ist nur in diesem Browser. Öffnen Sie den Eintrag, um ihn zu speichern.',
    publish:
      'Sollte live gehen ({{when}}), konnte aber nicht veröffentlicht werden. Öffnen Sie den Eintrag, um zu sehen, was fehlt.',
    unpublish: 'Sollte von der Website genommen werden ({{when}}), aber das hat nicht geklappt.',
    incomplete_one: 'Geht live: {{when}}. {{count}} Pflichtfeld ist leer.',
    incomplete_other: 'Geht live: {{when}}. {{count}} Pflichtfelder sind leer.',
  },
  coming: 'Demnächst',
  comingEmpty_one: 'Für den nächsten Tag ist nichts geplant.',
  comingEmpty_other: 'Für die nächsten {{count}} Tage ist nichts geplant.',
  recent: 'Letzte Änderungen',
  changed: 'Zuletzt bearbeitet',
  changedEmpty: 'Noch wurde nichts geschrieben.',
  pending: 'Entwürfe',
  pendingEmpty: 'Keine Entwürfe und keine unveröffentlichten Änderungen.',
  service: 'Der Dienst',
  through: '{{who}} mit {{app}}',
  others_one: 'und {{count}} weiterer Eintrag',
  others_other: 'und {{count}} weitere Einträge',
  did: {
    created: 'Angelegt',
    changed: 'Geändert',
    published: 'Veröffentlicht',
    unpublished: 'Von der Website genommen',
    scheduled: 'Geplant',
    unscheduled: 'Planung aufgehoben',
    trashed: 'In den Papierkorb gelegt',
    restored: 'Aus dem Papierkorb geholt',
    versionRestored: 'Frühere Fassung wiederhergestellt',
    undone: 'Änderung rückgängig gemacht',
    discarded: 'Entwurf verworfen',
  },
  start: {
    title: 'Erste Schritte',
    text: 'Drei Schritte, in der Reihenfolge, die Ihnen passt.',
    waiting: {
      title: 'Hier gibt es noch nichts zu schreiben',
      text: 'Zuerst muss ein Administrator festlegen, welche Inhalte diese Website hat. Dann erscheinen sie hier.',
    },
    model: {
      title: 'Inhalte modellieren',
      text: 'Legen Sie die Arten von Inhalten fest: Rezepte, Artikel, Termine …',
    },
    people: {
      title: 'Personen einladen',
      text: 'Lassen Sie andere mitschreiben, jede Person mit eigener Rolle.',
    },
    import: {
      title: 'Ein Blog importieren',
      text: 'Übernehmen Sie Beiträge, Seiten und Bilder aus Ihrem bisherigen Blog.',
    },
  },
}
