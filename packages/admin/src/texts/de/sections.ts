import type { sections as english } from '../en/sections.ts'
import type { Translated } from '../translated.ts'

export const sections: Translated<typeof english> = {
  title: 'Abschnitte',
  lead: 'Inhalte, die Seiten immer wieder verwenden: ein Aufruf, Öffnungszeiten, ein rechtlicher Hinweis.',
  new: 'Neuer Abschnitt',
  created: 'Der Abschnitt „{{title}}“ ist angelegt. Schreiben Sie seinen Inhalt.',
  emptyTitle: 'Noch keine Abschnitte',
  emptyText:
    'Schreiben Sie Inhalte einmal und zeigen Sie sie auf mehreren Seiten. Ändern Sie sie hier, ändern sie sich überall.',
  search: 'Titel, Slug, Beschreibung und Schlagwörter durchsuchen',
  source: 'Herkunft',
  sources: { all: 'Jede Herkunft', user: 'Hier geschrieben', import: 'Importiert', theme: 'Aus dem Theme' },
  noneTitle: 'Nichts gefunden',
  noneText: 'Kein Abschnitt passt. Versuchen Sie ein anderes Wort oder sehen Sie alle an.',
  showAll: 'Alle zeigen',
  more: 'Weitere Aktionen für {{title}}',
  backToAll: 'Alle Abschnitte',
  keywords: 'Schlagwörter',
  keywordsHelp: 'Wörter, um ihn zu finden. Drücken Sie nach jedem die Eingabetaste.',
  keywordsTooMany: 'Höchstens {{most}} Schlagwörter.',
  keywordTooLong: 'Ein Schlagwort hat höchstens {{most}} Zeichen.',
  content: 'Inhalt',
  deleteTitle: 'Den Abschnitt „{{title}}“ löschen?',
  deleteText:
    'Seiten, die ihn mit seinem Slug „{{slug}}“ verwenden, zeigen an seiner Stelle nichts. Unter „Änderungen“ können Sie das rückgängig machen.',
  delete: 'Abschnitt löschen',
  deleted: 'Der Abschnitt „{{title}}“ ist gelöscht.',
}
