import type { forms as english } from '../en/forms.ts'
import type { Translated } from '../translated.ts'

export const forms: Translated<typeof english> = {
  required: 'Bitte füllen Sie das aus.',
  tooLong_one: 'Ein Zeichen zu viel: höchstens {{most}}.',
  tooLong_other: '{{count}} Zeichen zu viel: höchstens {{most}}.',
  slug: 'Nehmen Sie Kleinbuchstaben und Ziffern, mit Bindestrichen verbunden.',
  slugBetter:
    'Nehmen Sie Kleinbuchstaben und Ziffern, mit Bindestrichen verbunden: „{{better}}“ wäre richtig.',
  name: 'Beginnen Sie mit einem Buchstaben und nehmen Sie nur a-z, 0-9, _ und -.',
  identifier: 'Beginnen Sie mit einem Buchstaben und nehmen Sie nur a-z, 0-9 und _.',
  nameLabel: 'Name in Vorlagen',
  nameHelp: 'Mit diesem Namen fragt die Website danach. Er lässt sich später nicht ändern.',
  slugLabel: 'Slug',
  slugHelp: 'Der Teil der Adresse. Links mit dem alten führen ins Leere, wenn Sie ihn ändern.',
  slugHelpNew: 'Der Teil der Adresse; er entsteht aus dem Namen oben, wenn Sie keinen angeben.',
  label: 'Bezeichnung',
  title: 'Titel',
  description: 'Beschreibung',
  unsaved: 'Noch nicht gespeichert',
  allSaved: 'Alles gespeichert',
}
