import { timeAt, withDates } from '../content/calendar.ts'
import { type ItemFile, parseItemFile, versionsOf } from '../content/item-file.ts'
import { type DemoCollection, demoCollections, readItemFiles } from '../content/site-files.ts'
import type { Data } from '../content/values.ts'
import { type PlannedItem, stepsOf } from './planned-item.ts'

export interface Plan {
  readonly now: Date
  /** the locale that the English texts are in */
  readonly locale: string
  /** the locale of the translations; null if the site has only one locale */
  readonly translatedTo: string | null
  /** the locale of the German texts of menus, terms and the like; null where German is the default or absent */
  readonly germanLocale: string | null
  readonly items: readonly PlannedItem[]
}

/** All items of the demo with their operations; deterministic except for the dates, which are relative to `now`. */
export function planDemo(now: Date, locales: readonly string[]): Plan {
  const locale = locales.find((name) => /^en\b/i.test(name)) ?? locales[0] ?? 'en'
  const others = locales.filter((name) => name !== locale)
  const translatedTo = others.find(isGermanLocale) ?? others[0] ?? null
  const files = demoCollections.flatMap(itemsOf)
  const originals = files.filter(({ isTranslation }) => !isTranslation)
  const translations =
    translatedTo === null
      ? []
      : files
          .filter(({ isTranslation }) => isTranslation)
          .map((file) => translated(file, originals, translatedTo))
  return {
    now,
    locale,
    translatedTo,
    // In the default locale, the first one, menus and the like have their English texts, whatever its language is.
    germanLocale: others.find((name) => isGermanLocale(name) && name !== locales[0]) ?? null,
    items: [...originals, ...translations].map((file) => plannedItem(file, now)),
  }
}

function isGermanLocale(locale: string): boolean {
  return /^de\b/i.test(locale)
}

interface Source {
  /** `<collection>/<name>`: what references and translations name */
  readonly key: string
  readonly collection: DemoCollection
  readonly file: ItemFile
  /** a translation into German; the others are originals in English */
  readonly isTranslation: boolean
  /** of a translation, set by `translated`: its locale, and the key of its original */
  readonly locale?: string
  readonly translationOf?: string
}

/** `001-table.md` is `categories/table`, and `001-table.de.md` its translation into German. */
function itemsOf(collection: DemoCollection): Source[] {
  return readItemFiles(collection.slug).map(([name, content]) => ({
    key: `${collection.slug}/${name.replace(/^\d+-/, '').replace(/(\.de)?\.md$/, '')}`,
    collection,
    file: parseItemFile(`items/${collection.slug}/${name}`, content),
    isTranslation: name.endsWith('.de.md'),
  }))
}

/**
 * A translation, planned for a locale. In a language other than German it keeps the English words, to show how
 * translations work.
 */
function translated(source: Source, originals: readonly Source[], locale: string): Source {
  const { key, file } = source
  const original = originals.find((one) => one.key === key)?.file
  if (original === undefined) throw new Error(`${key} has a translation, but no original.`)
  const isGerman = isGermanLocale(locale)
  // The fields of the translation, with the values of the original.
  const english = Object.fromEntries(
    Object.keys(file.data).map((field) => [field, original.data[field] ?? null]),
  )
  return {
    ...source,
    key: `${key}@${locale}`,
    file: isGerman ? file : { ...file, data: english, texts: original.texts },
    locale,
    translationOf: key,
  }
}

function plannedItem({ key, collection, file, locale, translationOf }: Source, now: Date): PlannedItem {
  const richField = collection.fields.find(({ type }) => type === 'portableText')?.slug
  const versions = withDates(versionsOf(file, richField), now) as Record<
    'data' | 'firstDraft' | 'change',
    Data
  >
  const { state, at, until } = file
  const [created, ...later] = stepsOf(
    { state, at: timeAt(at, now), ...versions, until: until ? timeAt(until, now) : undefined },
    now,
  )
  if (created?.kind !== 'create') throw new Error(`${key} does not begin with its creation.`)
  return {
    key,
    collection: collection.slug,
    state,
    steps: [{ ...created, ...termsOf(file) }, ...later],
    ...(locale !== undefined && { locale }),
    ...(translationOf !== undefined && { translationOf }),
  }
}

function termsOf({ terms }: ItemFile): { terms?: Record<string, string[]> } {
  const keys = Object.entries(terms).map(([taxonomy, slugs]) => [
    taxonomy,
    slugs.map((slug) => `terms/${taxonomy}/${slug}`),
  ])
  return keys.length === 0 ? {} : { terms: Object.fromEntries(keys) as Record<string, string[]> }
}
