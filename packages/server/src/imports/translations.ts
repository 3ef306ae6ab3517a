import { languageOf } from './languages.ts'
import { remark } from './messages.ts'
import type { Note } from './prepare.ts'
import type { Run } from './run.ts'
import { detachedCopy } from './detached-copy.ts'
import type { ExportItem } from './wxr/records.ts'

/** limit of groups in memory; items of further ones are imported without their translations being connected */
const maxGroups = 500_000

type Locales = Pick<Run, 'languages' | 'locale'>

/** The locale that an imported item gets. */
export function localeOf({ languages, locale }: Locales, item: ExportItem): string {
  const language = languages === null ? null : languageOf(item)
  return (language === null ? undefined : languages?.get(language.code)) ?? locale
}

/** The note that the site does not have the locale of an item. */
export function localeNotes({ languages, locale }: Locales, item: ExportItem): Note[] {
  const language = languages === null ? null : languageOf(item)
  if (language === null || languages?.has(language.code) === true) return []
  return [remark('localeMissing', { language: language.code, locale })]
}

/** The item of a group that the other items of the group translate. */
interface Source {
  readonly id: string
  /** see `#rankOf` */
  readonly rank: number
}

/** Which items are translations of which: the sources are created first. */
export class Translations {
  readonly #run: Pick<Run, 'languages' | 'locale' | 'services'>
  readonly #sources = new Map<string, Source>()
  #hasTranslations = false

  constructor(run: Pick<Run, 'languages' | 'locale' | 'services'>) {
    this.#run = run
  }

  get hasTranslations(): boolean {
    return this.#hasTranslations
  }

  /** Adds an item of the export. */
  add(item: ExportItem): void {
    const group = this.#groupOf(item)
    if (group === null) return
    const existing = this.#sources.get(group)
    if (existing !== undefined && existing.id !== item.id) this.#hasTranslations = true
    if (existing === undefined && this.#sources.size >= maxGroups) return
    const rank = this.#rankOf(item)
    if (existing === undefined || rank < existing.rank)
      this.#sources.set(detachedCopy(group), { id: detachedCopy(item.id), rank })
  }

  /** The id on the old site of the item that this one translates; null if it translates none. */
  sourceOf(item: ExportItem): string | null {
    const group = this.#hasTranslations ? this.#groupOf(item) : null
    const id = group === null ? undefined : this.#sources.get(group)?.id
    return id === undefined || id === item.id ? null : id
  }

  /**
   * The group of an item's translations; null without one, without an id, or if this site lacks the item's language.
   */
  #groupOf(item: ExportItem): string | null {
    const { languages } = this.#run
    const language = languages === null || item.id === '' ? null : languageOf(item)
    if (language === null || language.group === '' || languages?.has(language.code) !== true) return null
    return language.group
  }

  /**
   * A number by which the source of a group is chosen, the lowest one: the original, else the item in the first locale
   * of the site.
   */
  #rankOf(item: ExportItem): number {
    if (languageOf(item)?.isOriginal === true) return -1
    return this.#run.services.config.locales.indexOf(localeOf(this.#run, item))
  }
}
