import type { translations as english } from '../en/translations.ts'
import type { Translated } from '../translated.ts'

export const translations: Translated<typeof english> = {
  language: 'Sprache der Texte',
  lead: 'Die Texte auf {{language}}. Was Sie leer lassen, erscheint auf {{original}}.',
  translate: '{{name}} übersetzen',
  untranslated: 'Nicht übersetzt',
  partly: '{{count}} von {{of}} übersetzt',
  dialog: 'Auf {{language}} übersetzen',
  saved: 'Die Übersetzung ist gespeichert.',
  copy: 'Mit dem Text auf {{language}} beginnen',
  propertiesHelp: 'JSON, nur mit den Eigenschaften, die in dieser Sprache einen anderen Wert haben.',
}
