import type { dashboard as english } from '../en/dashboard.ts'
import type { Translated } from '../translated.ts'

export const dashboard: Translated<typeof english> = {
  hello: 'Guten Tag, {{name}}',
  write: 'Etwas Neues schreiben',
  changed: 'Zuletzt bearbeitet',
  changedEmpty: 'Noch ist nichts geschrieben.',
  scheduled: 'Geplant',
  scheduledEmpty: 'Nichts ist geplant.',
  pending: 'Entwürfe',
  pendingEmpty: 'Keine Entwürfe und keine unveröffentlichten Änderungen.',
  onSchedule: 'geht live: {{when}}',
  collections: 'Sammlungen',
  published_one: '{{count}} veröffentlicht',
  published_other: '{{count}} veröffentlicht',
  drafts_one: '{{count}} Entwurf',
  drafts_other: '{{count}} Entwürfe',
  orMore: '{{count}} oder mehr',
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
