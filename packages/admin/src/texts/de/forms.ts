import type { forms as english } from '../en/forms.ts'
import type { Translated } from '../translated.ts'

export const forms: Translated<typeof english> = {
  required: 'Erforderlich',
  tooLong_one: 'Ein Zeichen zu viel: höchstens {{most}}.',
  tooLong_other: '{{count}} Zeichen zu viel: höchstens {{most}}.',
  slug: 'Verwenden Sie Kleinbuchstaben und Ziffern, mit Bindestrichen verbunden.',
  slugBetter:
    'Verwenden Sie Kleinbuchstaben und Ziffern, mit Bindestrichen verbunden: „{{better}}“ wäre richtig.',
  name: 'Beginnen Sie mit einem Buchstaben und verwenden Sie nur a-z, 0-9, _ und -.',
  identifier: 'Beginnen Sie mit einem Buchstaben und verwenden Sie nur a-z, 0-9 und _.',
  nameLabel: 'Name in Vorlagen',
  nameHelp: 'Unter diesem Namen ruft die Website es ab. Er lässt sich später nicht ändern.',
  slugLabel: 'Slug',
  slugHelp: 'Teil der Adresse. Wenn Sie ihn ändern, führen Links mit dem alten ins Leere.',
  slugHelpNew: 'Teil der Adresse. Bleibt das Feld leer, entsteht er aus dem Namen oben.',
  problems: {
    json: 'Das ist noch kein gültiges JSON. Es bleibt hier, wie Sie es geschrieben haben, und wird gespeichert, sobald es gültig ist.',
    number: 'Das ist keine Zahl. Schreiben Sie sie wie „{{example}}“.',
    integer: 'Das ist keine ganze Zahl. Schreiben Sie sie wie „{{example}}“.',
    digits: 'Diese Zahl ist zu groß oder hat zu viele Stellen, um genau gespeichert zu werden.',
    datetime: 'Geben Sie Datum und Uhrzeit vollständig ein.',
    gap: 'Diese Uhrzeit gibt es an dem Tag nicht, weil die Uhr vorgestellt wird. Wählen Sie eine frühere oder spätere.',
  },
  siteTime: 'In der Zeitzone der Website, {{zone}}: {{time}}.',
  twice: {
    label: 'Diese Uhrzeit gibt es zweimal, weil die Uhr zurückgestellt wird. Welche ist gemeint?',
    first: 'Die erste: {{zone}}',
    second: 'Die zweite: {{zone}}',
  },
  label: 'Bezeichnung',
  title: 'Titel',
  description: 'Beschreibung',
  unsaved: 'Noch nicht gespeichert',
  allSaved: 'Alles gespeichert',
}
