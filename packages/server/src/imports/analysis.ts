import type { ExportFault, SourceFault } from '@octavo/contract/export-faults'
import type { ImportAnalysis } from '@octavo/contract/operations/imports'
import type { ReasonParams } from '@octavo/contract/reasons'
import type { ReadContext } from '../core/context.ts'
import { type OctavoError, refusal } from '../platform/errors.ts'
import { usersByAddress } from '../identity/users/addresses.ts'
import { shownAddress } from './origins.ts'
import { lineOf } from './convert/html.ts'
import { type Analyzed, ExportStats } from './export-stats.ts'
import type { FieldPlan } from './field-plans.ts'
import { languageWarnings, presentLanguages } from './languages.ts'
import { planCollections, planTaxonomies } from './naming.ts'
import { MalformedExport } from './wxr/malformed.ts'
import { PreparedWriter } from './wxr/prepared.ts'
import { MalformedSource } from './sources/malformed.ts'
import { openSource } from './sources/open-source.ts'
import type { ExportReading } from './wxr/reader.ts'
import { TooMuch } from './wxr/too-much.ts'

/** What is imported: the path of a file or folder, and the name that people know it by. */
export interface SourceFile {
  readonly path: string
  readonly name: string
}

/**
 * Reads an export to its end and writes its records to the new file `into`, which a run reads. Throws
 * VALIDATION_ERROR if the file is no complete export, with line and column if it is XML.
 */
export async function analyzeFile(
  source: SourceFile,
  into: string,
  reportProgress: (bytes: number) => void = () => undefined,
): Promise<Analyzed> {
  const writer = await PreparedWriter.create(into)
  try {
    const analyzed = await analyzeSource(source, writer, reportProgress)
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

/** Opens the source according to its kind, analyzes it, and closes it. */
async function analyzeSource(
  { path, name }: SourceFile,
  writer: PreparedWriter,
  reportProgress: (bytes: number) => void,
): Promise<Analyzed> {
  const source = await openSource(path, name)
  try {
    return await analyzeRecords(source.reading, writer, reportProgress)
  } finally {
    await source.close()
  }
}

/** records after which the progress is reported */
const reportInterval = 20

/** Reads all records, writes each, and counts what they contain. */
async function analyzeRecords(
  reading: ExportReading,
  writer: PreparedWriter,
  reportProgress: (bytes: number) => void,
): Promise<Analyzed> {
  const stats = new ExportStats()
  for await (const record of reading.records()) {
    const written = writer.add(record)
    // Waits only when the buffer is full: a pause after each of millions of records would slow down the reading.
    if (written !== undefined) await written
    stats.add(record)
    if (stats.records % reportInterval === 0) reportProgress(reading.bytes)
  }
  return stats.analyzed(reading)
}

/** The public form of a planned field. */
function presentField({
  slug,
  type,
  existingType,
  status,
  unfit,
}: FieldPlan): ImportAnalysis['postTypes'][number]['fields'][number] {
  return { slug, type: existingType ?? type, status, unfit }
}

type AnalysisFacts = Pick<ImportAnalysis, 'analysisId' | 'fileName' | 'fileSize' | 'createdAt' | 'expiresAt'>

/** The public form of an analysis, compared with what already exists. */
export async function presentAnalysis(
  { schema, db, services }: Pick<ReadContext, 'schema' | 'db' | 'services'>,
  analyzed: Analyzed,
  { analysisId, fileName, fileSize, createdAt, expiresAt }: AnalysisFacts,
): Promise<ImportAnalysis> {
  // An analysis of an older release has no remarks.
  const { site, types, menus, comments, warnings, remarks = [], customFields } = analyzed
  const plans = new Map(planCollections(types, schema, analyzed.acfFields).map((plan) => [plan.type, plan]))
  // null: the export has no languages; undefined: the analysis was stored before they were read.
  const hasLanguages = (analyzed.languages ?? null) !== null
  const taxonomies = planTaxonomies(
    analyzed.taxonomies.map(({ source }) => source),
    hasLanguages,
  )
  const countOf = new Map(analyzed.taxonomies.map(({ source, count }) => [source, count]))
  const users = await usersByAddress(
    { db },
    analyzed.authors.map(({ email }) => email.toLowerCase()),
  )
  const { locales } = services.config
  // These warnings are not stored with the analysis, because the locales of the site can change.
  const ofLocales = languageWarnings(analyzed, locales)
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
        fields: plan?.fields.map(presentField) ?? [],
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
    warnings: [...warnings, ...ofLocales.map(({ reason }) => reason)],
    // `because` has the same warning by name, with parameters to translate it.
    remarks: [...remarks, ...ofLocales.map(({ because: [named] }) => named)],
    createdAt,
    expiresAt,
  }
}
