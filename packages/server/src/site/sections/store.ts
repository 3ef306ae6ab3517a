import type { ReadContext, WriteContext } from '../../core/context.ts'
import { insertFreeRow, updateRow } from '../../platform/database/rows.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { countThatFits } from '../../platform/paging.ts'

export type SectionRow = Tables['sections']

/** The filter of a page of sections, and the sort key and id after which it begins. */
export interface SectionsPage {
  /** where the sections come from; undefined: anywhere */
  readonly source: string | undefined
  /** the text to search for, in its searchable form; undefined: no search */
  readonly search: string | undefined
  /** the locale whose translations are searched and answered; null: the default locale */
  readonly locale: string | null
  readonly after: { readonly key: string; readonly id: string }
  readonly limit: number
}

/**
 * The rows of a page, and one row more if there is a next page. The page ends earlier where its content would take too
 * many bytes; this is found by the lengths alone, so that the content of further sections is not read.
 */
export async function listSections(context: ReadContext, page: SectionsPage): Promise<Page> {
  const lengths = await selectSections<{ n: number }>(context, lengthIn(page.locale), {
    ...page,
    limit: page.limit + 1,
  })
  const limit = countThatFits(lengths.slice(0, page.limit).map(({ n }) => Number(n)))
  const rows = await selectSections<SectionRow>(
    context,
    { sql: '*', parameters: [] },
    { ...page, limit: limit + 1 },
  )
  return { rows, limit }
}

interface Page {
  readonly rows: SectionRow[]
  /** maximum number of rows that belong to the page */
  readonly limit: number
}

interface Sql {
  readonly sql: string
  readonly parameters: readonly string[]
}

const nothing: Sql = { sql: '', parameters: [] }

/** The bytes of the content in a locale, as `n`. */
function lengthIn(locale: string | null): Sql {
  const ofDefault = 'octet_length(content)'
  if (locale === null) return { sql: `${ofDefault} AS n`, parameters: [] }
  const translated = `SELECT octet_length(x.value) FROM site_translations x WHERE x.target_id = sections.id AND x.locale = ? AND x.member = 'content'`
  return { sql: `coalesce((${translated}), ${ofDefault}) AS n`, parameters: [locale] }
}

/** The condition that a section, or its texts in a locale, contain a text. */
function matches(search: string, locale: string | null): Sql {
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  const ofDefault = `search_text LIKE ? ESCAPE '\\'`
  if (locale === null) return { sql: ` AND ${ofDefault}`, parameters: [pattern] }
  const translated = `EXISTS (SELECT 1 FROM site_translations x WHERE x.target_id = sections.id AND x.locale = ? AND x.search_text LIKE ? ESCAPE '\\')`
  return { sql: ` AND (${ofDefault} OR ${translated})`, parameters: [pattern, locale, pattern] }
}

async function selectSections<Row>(
  { db }: ReadContext,
  columns: Sql,
  { source, search, locale, after, limit }: SectionsPage,
): Promise<Row[]> {
  const bySource = source === undefined ? nothing : { sql: ' AND source = ?', parameters: [source] }
  const bySearch = search === undefined ? nothing : matches(search, locale)
  return db.rows<Row>(
    `SELECT ${columns.sql} FROM sections WHERE (sort_key, id) > (?, ?)${bySource.sql}${bySearch.sql} ORDER BY sort_key, id LIMIT ?`,
    [...columns.parameters, after.key, after.id, ...bySource.parameters, ...bySearch.parameters, limit],
  )
}

/** Which of these slugs are used by sections. */
export async function takenSectionSlugs({ db }: ReadContext, slugs: readonly string[]): Promise<Set<string>> {
  const marks = slugs.map(() => '?').join(', ')
  const rows = await db.rows<{ slug: string }>(`SELECT slug FROM sections WHERE slug IN (${marks})`, slugs)
  return new Set(rows.map(({ slug }) => slug))
}

/** A section by slug; within a transaction, whose context has `afterCommit`, the row is locked. */
export async function findSection(
  context: ReadContext | WriteContext,
  slug: string,
): Promise<SectionRow | undefined> {
  const lock = 'afterCommit' in context ? context.services.database.dialect.lock('update') : ''
  const [row] = await context.db.rows<SectionRow>(`SELECT * FROM sections WHERE slug = ?${lock}`, [slug])
  return row
}

/** A section by its id, locked. */
export async function findSectionById(context: WriteContext, id: string): Promise<SectionRow | undefined> {
  const lock = context.services.database.dialect.lock('update')
  const [row] = await context.db.rows<SectionRow>(`SELECT * FROM sections WHERE id = ?${lock}`, [id])
  return row
}

/** Inserts a section. If another section has its slug, nothing is inserted and the result is false. */
export async function insertSection({ db }: WriteContext, row: SectionRow): Promise<boolean> {
  return insertFreeRow(db, 'sections', row)
}

export async function updateSection({ db }: WriteContext, { id, ...row }: SectionRow): Promise<void> {
  await updateRow(db, 'sections', id, row)
}

export async function deleteSection({ db }: WriteContext, slug: string): Promise<boolean> {
  return (await db.run('DELETE FROM sections WHERE slug = ?', [slug])) === 1
}
