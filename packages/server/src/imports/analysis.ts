import type { ExportFault, SourceFault } from '@octavo/contract/export-faults'
import type { ImportAnalysis } from '@octavo/contract/operations/imports'
import type { ReasonParams } from '@octavo/contract/reasons'
import type { RemarkParams } from '@octavo/contract/remarks'
import type { ReadContext } from '../core/context.ts'
import { type OctavoError, refusal } from '../platform/errors.ts'
import { usersByAddress } from '../identity/users/addresses.ts'
import { shownAddress } from './origins.ts'
import { remark, type Remarked } from './messages.ts'
import { lineOf } from './convert/html.ts'
import { type AcfField, AcfStats } from './acf-definitions.ts'
import { IdTypes } from './id-types.ts'
import { detachedCopy } from './detached-copy.ts'
import { type ExportLanguage, Languages, languageWarnings, presentLanguages } from './languages.ts'
import { isContentType, planCollections, planTaxonomies } from './naming.ts'
import { ParentStats } from './parent-stats.ts'
import { addItem, MetaStats, newStats, TermStats, type TypeStats } from './stats.ts'
import { MalformedExport } from './wxr/malformed.ts'
import { PreparedWriter } from './wxr/prepared.ts'
import { MalformedSource } from './sources/malformed.ts'
import { openSource } from './sources/open-source.ts'
import type { ExportReading } from './wxr/reader.ts'
import type { ExportAuthor, ExportSite, SourceWarning } from './wxr/records.ts'
import { TooMuch } from './wxr/too-much.ts'
import type { Oddities } from './wxr/xml.ts'

/** limit of post types and authors in one export; real exports have fewer */
const maxTypes = 200
const maxAuthors = 50_000

/** limit of names of keys in a warning */
const maxLeftKeys = 100

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
  /** the same in a translatable form; absent in analyses stored before it existed */
  readonly remarks?: ImportAnalysis['remarks']
}

/** What is imported: a file or folder, and how people call it. */
export interface SourceFile {
  readonly path: string
  readonly name: string
}

/**
 * Reads an export to its end and writes its records to the new file `into`, which a run reads. Throws VALIDATION_ERROR
 * with line and column if the file is no complete export.
 */
export async function analyzeFile(
  source: SourceFile,
  into: string,
  reportProgress: (bytes: number) => void = () => undefined,
): Promise<Analyzed> {
  const writer = await PreparedWriter.create(into)
  try {
    const analyzed = await collect(source, writer, reportProgress)
    await writer.end()
    return analyzed
  } catch (error) {
    throw refusalOf(error) ?? error
  } finally {
    await writer.close()
  }
}

/** The error for the caller if the file is the cause; null for other errors, which are thrown unchanged. */
function refusalOf(error: unknown): OctavoError | null {
  if (error instanceof MalformedExport) {
    const { fault, params, message } = error
    const { line, column } = params
    const details = { line, column, issues: [{ path: 'file', message }] }
    return refusal('VALIDATION_ERROR', fault, params as ReasonParams<ExportFault>, { details })
  }
  if (error instanceof MalformedSource) {
    const { fault, params, message } = error
    return refusal('VALIDATION_ERROR', fault, params as ReasonParams<SourceFault>, {
      details: { issues: [{ path: 'file', message }] },
    })
  }
  if (!(error instanceof TooMuch)) return null
  const { excess, most, message } = error
  return refusal('VALIDATION_ERROR', excess, { most }, { details: { issues: [{ path: 'file', message }] } })
}

async function collect(
  { path, name }: SourceFile,
  writer: PreparedWriter,
  reportProgress: (bytes: number) => void,
): Promise<Analyzed> {
  const source = await openSource(path, name)
  try {
    return await collectFrom(source.reading, writer, reportProgress)
  } finally {
    await source.close()
  }
}

async function collectFrom(
  reading: ExportReading,
  writer: PreparedWriter,
  reportProgress: (bytes: number) => void,
): Promise<Analyzed> {
  const types = new Map<string, TypeStats>()
  const authors = new Map<string, ExportAuthor & { count: number }>()
  const terms = new TermStats()
  const meta = new MetaStats()
  const menus = new Map<string, { label: string; count: number }>()
  const menuOf = (name: string, label: string) => {
    let known = menus.get(name)
    if (known === undefined) menus.set(detachedCopy(name), (known = { label: detachedCopy(label), count: 0 }))
    return known
  }
  const ids = new IdTypes()
  const parents = new ParentStats(ids)
  const acf = new AcfStats(ids)
  const languages = new Languages()
  let comments = 0
  let records = 0
  let hasFiles = false
  const leftKeys = new Set<string>()
  for await (const record of reading.records()) {
    records++
    const written = writer.add(record)
    // Waits only when the buffer is full: a pause after each of millions of records would slow down the reading.
    if (written !== undefined) await written
    if (records % 20 === 0) reportProgress(reading.bytes)
    if (record.kind === 'author') {
      if (authors.size >= maxAuthors) throw new TooMuch('exportAuthors', maxAuthors)
      const author = detachedCopy(record.author)
      authors.set(author.login, { ...author, count: 0 })
    } else if (record.kind === 'term') {
      languages.addTerm(record.term)
      if (record.term.taxonomy === 'nav_menu') menuOf(record.term.slug, record.term.name)
      else terms.add(record.term)
    } else {
      const { item } = record
      hasFiles ||= record.data !== undefined
      let stats = types.get(item.type)
      if (stats === undefined) types.set(detachedCopy(item.type), (stats = newStats()))
      if (types.size > maxTypes) throw new TooMuch('exportTypes', maxTypes)
      for (const key of addItem(stats, item)) if (leftKeys.size < maxLeftKeys) leftKeys.add(detachedCopy(key))
      ids.set(item.id, item.type)
      parents.add(item)
      acf.add(item)
      if (isContentType(item.type)) languages.addItem(item)
      comments += item.discussion?.length ?? 0
      const author = authors.get(item.creator)
      if (author !== undefined) author.count++
      if (item.type === 'nav_menu_item') {
        for (const { slug, name } of item.terms) menuOf(slug, name).count++
      } else terms.addOf(item)
      if (isContentType(item.type)) meta.add(item)
    }
  }
  const { site, oddities, warnings: ownWarnings = [] } = reading
  const warnings = [
    ...warningsOf(site, oddities, records),
    ...ownWarnings.map((warning) => warningOf(warning)),
    ...leftOutWarnings(meta),
    ...(leftKeys.size === 0 ? [] : [remark('keysLeftOut', { names: [...leftKeys].join(', ') })]),
  ]
  return {
    site,
    types: Object.fromEntries(
      [...types].map(([type, stats]) => [
        type,
        { ...stats, parentTypes: parents.typesOf(type), acf: acf.usesOf(type) },
      ]),
    ),
    acfFields: acf.definitions,
    strangeParents: parents.parentsOutsideContent(),
    languages: detachedCopy(languages.all),
    authors: [...authors.values()],
    taxonomies: [...terms.byTaxonomy.keys()]
      .filter((source) => source !== 'nav_menu')
      .map((source) => ({ source, count: terms.count(source) })),
    menus: [...menus].map(([name, menu]) => ({ name, ...menu })),
    customFields: [...meta.keys].map(([key, stats]) => ({ key, ...stats })),
    comments,
    records,
    ...(hasFiles && { hasFiles }),
    warnings: warnings.map(({ reason }) => reason),
    remarks: warnings.map(({ because: [named] }) => named),
  }
}

function warningsOf({ version }: ExportSite, oddities: Readonly<Oddities>, records: number): Remarked[] {
  const isKnown = /^(?:1\.[0-2]|Markdown|Ghost.*)$/.test(version)
  return [
    ...oddityWarnings(oddities),
    ...(isKnown ? [] : [remark('otherVersion', { version: version.slice(0, 20) })]),
    ...(records === 0 ? [remark('emptyExport', {})] : []),
  ]
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

function leftOutWarnings({ left }: MetaStats): Remarked[] {
  if (left.size === 0) return []
  const names = [...left].map((name) => lineOf(name)).toSorted()
  return [remark('fieldsLeftOut', { names: names.join(', ') })]
}

type AnalysisFacts = Pick<ImportAnalysis, 'analysisId' | 'fileName' | 'fileSize' | 'createdAt' | 'expiresAt'>

/** The public form of an analysis, compared with what already exists. */
export async function presentAnalysis(
  { schema, db, services }: Pick<ReadContext, 'schema' | 'db' | 'services'>,
  analyzed: Analyzed,
  { analysisId, fileName, fileSize, createdAt, expiresAt }: AnalysisFacts,
): Promise<ImportAnalysis> {
  const { site, types, menus, comments, warnings, remarks = [], customFields } = analyzed
  const plans = new Map(planCollections(types, schema, analyzed.acfFields).map((plan) => [plan.type, plan]))
  const taxonomies = planTaxonomies(
    analyzed.taxonomies.map(({ source }) => source),
    (analyzed.languages ?? null) !== null,
  )
  const countOf = new Map(analyzed.taxonomies.map(({ source, count }) => [source, count]))
  const users = await usersByAddress(
    { db },
    analyzed.authors.map(({ email }) => email.toLowerCase()),
  )
  const { locales } = services.config
  // Not stored with the analysis, because the locales of the site can change.
  const missing = languageWarnings(analyzed, locales)
  const total = [...countOf.values()].reduce((sum, count) => sum + count, 0)
  const categories = countOf.get('category') ?? 0
  const tags = countOf.get('post_tag') ?? 0
  return {
    analysisId,
    fileName,
    fileSize,
    site: {
      title: lineOf(site.title),
      description: lineOf(site.description),
      url: shownAddress(site.url),
      language: site.language,
      version: site.version,
    },
    postTypes: Object.entries(types).map(([name, { count, statuses }]) => {
      const plan = plans.get(name)
      return {
        name,
        count,
        statuses,
        collection: plan?.slug ?? null,
        exists: plan !== undefined && schema.collections.has(plan.slug),
        fields: plan?.fields.map(({ slug, type, status }) => ({ slug, type, status })) ?? [],
      }
    }),
    attachments: { count: types['attachment']?.count ?? 0 },
    categories,
    tags,
    terms: total - categories - tags,
    taxonomies: taxonomies.map(({ source, name }) => ({
      name: source,
      taxonomy: name,
      count: countOf.get(source) ?? 0,
    })),
    menus: menus.map(({ name, label, count }) => ({ name, label: lineOf(label), count })),
    sections: types['wp_block']?.count ?? 0,
    comments,
    authors: analyzed.authors.map(({ login, email, name, count }) => ({
      login,
      email,
      name: lineOf(name),
      userId: users.get(email.toLowerCase()) ?? null,
      count,
    })),
    customFields,
    languages: presentLanguages(analyzed, locales),
    warnings: [...warnings, ...missing.map(({ reason }) => reason)],
    remarks: [...remarks, ...missing.map(({ because: [named] }) => named)],
    createdAt,
    expiresAt,
  }
}
