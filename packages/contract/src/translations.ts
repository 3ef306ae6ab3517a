/**
 * The parts of the site that have texts in several locales, and the members of each that can be translated. The texts
 * in the default locale are the members of the part itself.
 */
export const translatable = {
  menu: ['label'],
  menuItem: ['label', 'customUrl', 'titleAttr'],
  taxonomy: ['label', 'labelSingular'],
  term: ['label', 'description'],
  section: ['title', 'description', 'content'],
  widgetArea: ['label', 'description'],
  widget: ['title', 'content', 'componentProps'],
  settings: ['siteTitle', 'tagline'],
} as const

export type Translatable = keyof typeof translatable

/** The members of a part that can be translated. */
export type TranslatedMember<Part extends Translatable> = (typeof translatable)[Part][number]
