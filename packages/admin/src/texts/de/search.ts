import type { search as english } from '../en/search.ts'
import type { Translated } from '../translated.ts'

export const search: Translated<typeof english> = {
  title: 'Suche',
  label: 'Überall suchen',
  placeholder: 'Wörter, ein Titel, ein Dateiname …',
  begin: {
    title: 'Was suchen Sie?',
    text: 'Veröffentlichte Einträge werden nach allen Wörtern durchsucht, Entwürfe nach Titel, Dateien nach Namen.',
  },
  nothing: { title: 'Nichts gefunden für „{{q}}“', text: 'Versuchen Sie weniger oder andere Wörter.' },
  onSite: 'Auf der Website',
  drafts: 'Nicht auf der Website',
  media: 'Medien',
  screens: 'Seiten der Verwaltung',
  allCollections: 'Alle Sammlungen',
  filter: 'Sammlung',
  bounded_one: 'Titel werden nur in der ersten Sammlung gesucht.',
  bounded_other:
    'Titel werden nur in den ersten {{count}} Sammlungen gesucht. Wählen Sie eine, um sie zu durchsuchen.',
  results_one: '{{count}} Ergebnis',
  results_other: '{{count}} Ergebnisse',
  moreResults_one: '{{count}} Ergebnis, und es gibt mehr',
  moreResults_other: '{{count}} Ergebnisse, und es gibt mehr',
  palette: {
    title: 'Suche und Befehle',
    placeholder: 'Suchen oder gehen zu …',
    goTo: 'Gehe zu',
    screen: 'Dieser Eintrag',
    settings: 'Einstellungen',
    create: 'Anlegen',
    found: 'Inhalte',
    parts: 'Website und Verwaltung',
    actions: 'Aktionen',
    theme: 'Darstellung: {{scheme}}',
    everywhere: 'Überall nach „{{q}}“ suchen',
    nothing: 'Nichts gefunden.',
    keys: '↑ ↓ wählen, Enter öffnen, Esc schließen',
    failed: 'Die Suche hat nicht geantwortet. Seiten und Befehle funktionieren weiterhin.',
  },
}
