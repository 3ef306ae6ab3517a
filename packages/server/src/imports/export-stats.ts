import type { ImportAnalysis } from '@octavo/contract/operations/imports'
import type { RemarkParams } from '@octavo/contract/remarks'
import { remark, type Remarked } from './messages.ts'
import { lineOf } from './convert/html.ts'
import { type AcfField, AcfStats } from './acf-definitions.ts'
import { IdTypes } from './id-types.ts'
import { detachedCopy } from './detached-copy.ts'
import { type ExportLanguage, Languages } from './languages.ts'
import { isContentType } from './naming.ts'
import { ParentStats } from './parent-stats.ts'
import { countItem, MetaStats, newStats, TermStats, type TypeStats } from './stats.ts'
import type { ExportReading } from './wxr/reader.ts'
import type {
  ExportAuthor,
  ExportItem,
  ExportRecord,
  ExportSite,
  ExportTerm,
  SourceWarning,
} from './wxr/records.ts'
import { TooMuch } from './wxr/too-much.ts'
import type { Oddities } from './wxr/xml.ts'

/** limit of post types and authors in one export; real exports have fewer */
const maxTypes = 200
const maxAuthors = 50_000

/** limit of names of keys in a warning */
const maxNamedKeys = 100

/**
 * The result of one pass through a file. The statistics are stored next to the public analysis, because the plan of a
 * run needs them.
 */
export interface Analyzed {
  readonly site: ExportSite
  readonly types: Record<string, TypeStats>
  readonly authors: (ExportAuthor & { count: number })[]
  readonly taxonomies: { source: string; count: number }[]
  readonly menus: { name: string; label: string; count: number }[]
  readonly customFields: { key: string; count: number; samples: string[] }[]
  /** id → post type of parents that do not become items; absent in analyses stored before it existed */
  readonly strangeParents?: Readonly<Record<string, string>>
  /** definitions of custom fields; absent in analyses stored before they were read */
  readonly acfFields?: readonly AcfField[]
  /** null if the export has none; absent in analyses stored before they were read */
  readonly languages?: readonly ExportLanguage[] | null
  readonly comments: number
  readonly records: number
  /** the files come with the export, so that nothing needs to be downloaded */
  readonly hasFiles?: boolean
  readonly warnings: string[]
  /** the warnings in a translatable form; absent in analyses stored before it existed */
  readonly remarks?: ImportAnalysis['remarks']
}

/** What an export contains, counted record by record. */
export class ExportStats {
  records = 0
  readonly #types = new Map<string, TypeStats>()
  readonly #authors = new Map<string, ExportAuthor & { count: number }>()
  readonly #terms = new TermStats()
  readonly #meta = new MetaStats()
  readonly #menus = new Map<string, { label: string; count: number }>()
  readonly #ids = new IdTypes()
  readonly #parents = new ParentStats(this.#ids)
  readonly #acf = new AcfStats(this.#ids)
  readonly #languages = new Languages()
  /**
   * keys of values that get no field, of sources that have values of their own, such as Markdown. Keys of custom fields
   * that are left out are in `#meta.leftOut`.
   */
  readonly #keysWithoutField = new Set<string>()
  #comments = 0
  #hasFiles = false

  /** Counts a record. Throws TooMuch if the export exceeds a limit. */
  add(record: ExportRecord): void {
    this.records++
    if (record.kind === 'author') this.#addAuthor(record.author)
    else if (record.kind === 'term') this.#addTerm(record.term)
    else {
      this.#hasFiles ||= record.data !== undefined
      this.#addItem(record.item)
    }
  }

  #addAuthor(given: ExportAuthor): void {
    if (this.#authors.size >= maxAuthors) throw new TooMuch('exportAuthors', maxAuthors)
    const author = detachedCopy(given)
    this.#authors.set(author.login, { ...author, count: 0 })
  }

  #addTerm(term: ExportTerm): void {
    this.#languages.addTerm(term)
    if (term.taxonomy === 'nav_menu') this.#menuOf(term.slug, term.name)
    else this.#terms.add(term)
  }

  #addItem(item: ExportItem): void {
    const withoutField = countItem(this.#statsOf(item), item)
    for (const key of withoutField)
      if (this.#keysWithoutField.size < maxNamedKeys) this.#keysWithoutField.add(detachedCopy(key))
    this.#ids.set(item.id, item.type)
    this.#parents.add(item)
    this.#acf.add(item)
    this.#comments += item.discussion?.length ?? 0
    const author = this.#authors.get(item.creator)
    if (author !== undefined) author.count++
    if (item.type === 'nav_menu_item') {
      for (const { slug, name } of item.terms) this.#menuOf(slug, name).count++
    } else this.#terms.addOf(item)
    if (!isContentType(item.type)) return
    this.#languages.addItem(item)
    this.#meta.add(item)
  }

  #statsOf({ type }: ExportItem): TypeStats {
    const known = this.#types.get(type)
    if (known !== undefined) return known
    if (this.#types.size >= maxTypes) throw new TooMuch('exportTypes', maxTypes)
    const stats = newStats()
    this.#types.set(detachedCopy(type), stats)
    return stats
  }

  #menuOf(name: string, label: string): { label: string; count: number } {
    const known = this.#menus.get(name)
    if (known !== undefined) return known
    const menu = { label: detachedCopy(label), count: 0 }
    this.#menus.set(detachedCopy(name), menu)
    return menu
  }

  /** The result, when the export has been read to its end. */
  analyzed({ site, oddities, warnings: ofSource = [] }: ExportReading): Analyzed {
    const warnings = [
      ...warningsOf(site, oddities, this.records),
      ...ofSource.map((warning) => warningOf(warning)),
      ...leftOutWarnings(this.#meta),
      ...(this.#keysWithoutField.size === 0
        ? []
        : [remark('keysLeftOut', { names: [...this.#keysWithoutField].join(', ') })]),
    ]
    const types = [...this.#types].map(
      ([type, stats]) =>
        [type, { ...stats, parentTypes: this.#parents.typesOf(type), acf: this.#acf.usesOf(type) }] as const,
    )
    return {
      site,
      types: Object.fromEntries(types),
      acfFields: this.#acf.definitions,
      strangeParents: this.#parents.strangeParents(),
      languages: detachedCopy(this.#languages.all),
      authors: [...this.#authors.values()],
      taxonomies: [...this.#terms.byTaxonomy.keys()]
        .filter((source) => source !== 'nav_menu')
        .map((source) => ({ source, count: this.#terms.count(source) })),
      menus: [...this.#menus].map(([name, menu]) => ({ name, ...menu })),
      customFields: [...this.#meta.keys].map(([key, stats]) => ({ key, ...stats })),
      comments: this.#comments,
      records: this.records,
      ...(this.#hasFiles && { hasFiles: true }),
      // Each warning has its English text (`reason`), and one name with parameters to translate it (`because`).
      warnings: warnings.map(({ reason }) => reason),
      remarks: warnings.map(({ because: [named] }) => named),
    }
  }
}

/** The warnings about the file itself. */
function warningsOf({ version }: ExportSite, oddities: Readonly<Oddities>, records: number): Remarked[] {
  return [
    ...oddityWarnings(oddities),
    ...versionWarnings(version),
    ...(records === 0 ? [remark('emptyExport', {})] : []),
  ]
}

/** The warning about a version that is not known, or that the file does not say. */
function versionWarnings(version: string): Remarked[] {
  if (version === '') return [remark('versionMissing', {})]
  // The versions of exports of WordPress, and what the readers of Markdown and Ghost give in their place.
  const isKnown = /^(?:1\.[0-2]|Markdown|Ghost.*)$/.test(version)
  return isKnown ? [] : [remark('otherVersion', { version: version.slice(0, 20) })]
}

function warningOf({ remark: name, params }: SourceWarning): Remarked {
  return remark(name, params as RemarkParams<typeof name>)
}

/** One warning for all deviations from XML: the first with its position, and how many there are. */
function oddityWarnings({ count, first }: Readonly<Oddities>): Remarked[] {
  if (first === null) return []
  const [name, params] = first.oddity
  return [remark(name, { ...params, ...first.at, count } as RemarkParams<typeof name>)]
}

/** A warning that names the custom fields that are left out; none if there are none. */
function leftOutWarnings({ leftOut }: MetaStats): Remarked[] {
  if (leftOut.size === 0) return []
  const names = [...leftOut].map((name) => lineOf(name)).toSorted()
  return [remark('fieldsLeftOut', { names: names.join(', ') })]
}
