import type { ImportAnalysis } from '@octavo/contract/operations/imports'
import { lineOf } from './convert/html.ts'
import { remark, type Remarked } from './messages.ts'
import { metaOf } from './meta.ts'
import { readSerialized } from './php.ts'
import type { ExportItem, ExportTerm } from './wxr/records.ts'

/** A language of the old site. */
export interface ExportLanguage {
  /** its code there, such as `de` or `pt-br` */
  readonly code: string
  readonly name: string
  /** its locale there, such as `de_DE`; empty if the export does not say it */
  readonly locale: string
  readonly count: number
}

/** taxonomies of the plugin Polylang for the languages and translations of items and terms */
const pluginTaxonomies = new Set(['language', 'post_translations', 'term_language', 'term_translations'])

/** Whether a taxonomy stores languages or translations, if the export has languages (`Languages.all`). */
export function isOfLanguages(taxonomy: string): boolean {
  return pluginTaxonomies.has(taxonomy)
}

/** limit of languages, against files that name any number of them */
const maxLanguages = 300

/** a code or locale such as `de`, `pt-br` or `zh_Hant_TW` */
const codeForm = /^[a-z]{2,3}(?:[-_][a-z0-9]{2,8}){0,2}$/i

/** Whether a custom field stores the language of an item, as an export by the plugin WPML does. */
export function isLanguageKey(key: string): boolean {
  return key.startsWith('_wpml_import_')
}

export interface ItemLanguage {
  readonly code: string
  /**
   * the name of the group of its translations; empty without one. The post type is part of it, so that equal names in
   * the export are different groups for different types
   */
  readonly group: string
  /** the export says that the others of the group are translations of this one, as only exports by WPML do */
  readonly isOriginal: boolean
}

/** The language of an item; null if the export does not say it. */
export function languageOf(item: ExportItem): ItemLanguage | null {
  return languageInFields(item) ?? languageInTerms(item)
}

/** The language in the custom fields that WPML writes; null without them. */
function languageInFields(item: ExportItem): ItemLanguage | null {
  const code = metaOf(item, '_wpml_import_language_code')
  if (!codeForm.test(code)) return null
  const group = metaOf(item, '_wpml_import_translation_group').slice(0, 200)
  return {
    code: code.toLowerCase(),
    group: group === '' ? '' : `${item.type} field ${group}`,
    isOriginal: group !== '' && metaOf(item, '_wpml_import_source_language_code') === '',
  }
}

/** The language in a term of the taxonomy `language`, as Polylang writes it; null without one. */
function languageInTerms({ terms, type }: ExportItem): ItemLanguage | null {
  const code = terms.find(({ taxonomy }) => taxonomy === 'language')?.slug ?? ''
  if (!codeForm.test(code)) return null
  const group = terms.find(({ taxonomy }) => taxonomy === 'post_translations')?.slug.slice(0, 200)
  const name = group === undefined || group === '' ? '' : `${type} term ${group}`
  return { code: code.toLowerCase(), group: name, isOriginal: false }
}

/**
 * The languages of an export. A taxonomy `language` alone can be one of the site's own, for example of books; so it
 * counts only if something else shows that a plugin for languages made it.
 */
export class Languages {
  readonly #known = new Map<string, { name: string; locale: string; count: number }>()
  /** whether terms show that Polylang made the taxonomy `language` */
  #isOfPlugin = false
  /** whether items have the custom fields of WPML */
  #hasFields = false

  addTerm({ taxonomy, slug, name, description }: ExportTerm): void {
    if (taxonomy !== 'language') this.#isOfPlugin ||= pluginTaxonomies.has(taxonomy)
    else if (codeForm.test(slug)) this.#addNamed(slug.toLowerCase(), name, description)
  }

  /** Adds a language by its term, whose description has the settings of the language in a serialized form. */
  #addNamed(code: string, name: string, description: string): void {
    const language = this.#at(code)
    if (language === undefined) return
    language.name = lineOf(name).slice(0, 100)
    const settings = readSerialized(description)?.value
    const locale =
      typeof settings === 'object' && settings !== null && 'locale' in settings ? settings.locale : undefined
    if (typeof locale !== 'string' || !codeForm.test(locale)) return
    language.locale = locale
    this.#isOfPlugin = true
  }

  addItem(item: ExportItem): void {
    for (const { taxonomy } of item.terms)
      if (taxonomy !== 'language' && pluginTaxonomies.has(taxonomy)) this.#isOfPlugin = true
    if (languageInFields(item) !== null) this.#hasFields = true
    const code = languageOf(item)?.code
    const language = code === undefined ? undefined : this.#at(code)
    if (language !== undefined) language.count++
  }

  /** null if the export has no languages */
  get all(): ExportLanguage[] | null {
    if (!this.#isOfPlugin && !this.#hasFields) return null
    return [...this.#known].map(([code, language]) => ({ code, ...language, name: language.name || code }))
  }

  /** The language of a code, added if it is new; undefined over the limit. */
  #at(code: string): { name: string; locale: string; count: number } | undefined {
    const known = this.#known.get(code)
    if (known !== undefined || this.#known.size >= maxLanguages) return known
    const added = { name: '', locale: '', count: 0 }
    this.#known.set(code, added)
    return added
  }
}

/**
 * The locale of this site for each language: the same name, else the one locale of the same language. No two languages
 * share a locale, because items in one locale cannot be translations of each other.
 */
export function localesFor(
  languages: readonly ExportLanguage[],
  locales: readonly string[],
): Map<string, string> {
  const found = new Map<string, string>()
  const free = new Set(locales)
  const take = (code: string, locale: string | undefined): void => {
    if (locale === undefined || found.has(code) || !free.delete(locale)) return
    found.set(code, locale)
  }
  // Whole names first, because `pt-BR` must not get the locale of `pt-PT` before that is compared.
  for (const normalize of [normalized, languageAlone]) {
    for (const { code, locale } of languages) {
      for (const name of [code, locale].filter((one) => one !== '')) {
        const fitting = [...free].filter((one) => normalize(one) === normalize(name))
        // The languages without a locale that could take this one, the language itself among them. If there are
        // several, such as `pt-BR` and `pt-PT` for the locale `pt`, none gets it.
        const rivals = languages.filter(
          (one) => !found.has(one.code) && normalize(one.code) === normalize(code),
        )
        if (fitting.length === 1 && rivals.length <= 1) take(code, fitting[0])
      }
    }
  }
  return found
}

/** The language of a name without its region: `pt` of `pt-BR`. */
function languageAlone(name: string): string {
  return normalized(name).replace(/-.*/, '')
}

/** A name in the form in which names are compared: `pt-br` for `pt_BR`. */
function normalized(name: string): string {
  return name.toLowerCase().replaceAll('_', '-')
}

interface WithLanguages {
  /** null: the export has none; undefined: the analysis was stored by a version that did not read them */
  readonly languages?: readonly ExportLanguage[] | null
}

/** The locale of this site for each language; null if the export has none. */
export function localesOf(
  { languages }: WithLanguages,
  locales: readonly string[],
): Map<string, string> | null {
  return languages === null || languages === undefined ? null : localesFor(languages, locales)
}

/** The languages of an export with their locales here. */
export function presentLanguages(
  { languages }: WithLanguages,
  locales: readonly string[],
): ImportAnalysis['languages'] {
  if (languages === null || languages === undefined) return []
  const found = localesFor(languages, locales)
  return languages.map(({ code, name, count }) => ({ code, name, count, locale: found.get(code) ?? null }))
}

/** A warning that names the languages without a locale here, and the locales to configure; none if all have one. */
export function languageWarnings(analyzed: WithLanguages, locales: readonly string[]): Remarked[] {
  const missing = presentLanguages(analyzed, locales).filter(
    ({ locale, count }) => locale === null && count > 0,
  )
  if (missing.length === 0) return []
  const names = missing.map(({ name, code }) => (name === code ? code : `${name} (${code})`)).join(', ')
  const codes = missing.map(({ code }) => code.replaceAll('_', '-'))
  return [remark('localesMissing', { names, locales: [...locales, ...codes].join(',') })]
}
