export const translations = {
  language: 'Language of the texts',
  lead: 'The texts in {{language}}. A text that you leave empty is shown in {{original}}.',
  translate: 'Translate {{name}}',
  untranslated: 'Not translated',
  partly: '{{count}} of {{of}} translated',
  dialog: 'Translate into {{language}}',
  saved: 'The translation is saved.',
  copy: 'Begin with the text in {{language}}',
  propertiesHelp: 'JSON, only the properties with another value in this language.',
}
