import type { changes as english } from '../en/changes.ts'
import type { Translated } from '../translated.ts'

export const changes: Translated<typeof english> = {
  title: 'Änderungen',
  lead: 'Was an Inhalten geändert wurde, das Neueste zuerst. Eine Änderung lässt sich rückgängig machen, solange niemand seither dasselbe bearbeitet hat.',
  leadOwn:
    'Was Sie an Inhalten geändert haben, das Neueste zuerst. Eine Änderung lässt sich rückgängig machen, solange niemand seither dasselbe bearbeitet hat.',
  filters: 'Filter',
  whose: 'Änderungen von',
  ofAll: 'Allen',
  ofOwn: 'Ihnen',
  collection: 'Sammlung',
  anyCollection: 'Alle Sammlungen',
  oneItem: 'Nur ein Inhalt',
  anyItem: 'Alle Inhalte zeigen',
  service: 'Der Dienst',
  through: '{{who}} mit {{app}}',
  doors: { mcp: 'Assistent', cli: 'Kommandozeile', job: 'Nach Zeitplan' },
  more_one: 'und {{count}} weiterer Inhalt',
  more_other: 'und {{count}} weitere Inhalte',
  details: 'Einzelheiten',
  undo: 'Rückgängig',
  undoOf: 'Rückgängig: {{action}} {{item}}',
  undone:
    'Rückgängig gemacht. Das ist selbst eine Änderung, oben in der Liste, und lässt sich ebenfalls rückgängig machen.',
  conflict: 'Nichts wurde rückgängig gemacht, weil dies seither bearbeitet wurde:',
  gone: 'gelöscht',
  incomplete: 'Weitere Inhalte dieser Änderung sind nicht aufgeführt.',
  none: { title: 'Keine Änderungen', text: 'Was Sie und andere schreiben, erscheint hier.' },
  ofItem: 'Alle Änderungen dieses Inhalts',
}
