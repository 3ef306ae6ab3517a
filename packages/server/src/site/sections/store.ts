import type { ReadContext, WriteContext } from '../../core/context.ts'
import { insertFreeRow, updateRow } from '../../platform/database/rows.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { countThatFits } from '../../platform/paging.ts'

export type SectionRow = Tables['sections']

/** The filter of a page of sections, and the sort key and id after which it begins. */
export interface SectionsPage {
  readonly source: string | undefined
  /** the text to search for, in its searchable form */
  readonly search: string | undefined
  readonly after: { readonly key: string; readonly id: string }
  readonly limit: number
}

/** A page, which ends earlier where the content would take too many bytes, and one section more if there is one. */
export async function listSections(context: ReadContext, page: SectionsPage): Promise<Page> {
  const lengths = await selectSections<{ n: number }>(context, 'octet_length(content) AS n', {
    ...page,
    limit: page.limit + 1,
  })
  const limit = countThatFits(lengths.slice(0, page.limit).map(({ n }) => Number(n)))
  const rows = await selectSections<SectionRow>(context, '*', { ...page, limit: limit + 1 })
  return { rows, limit }
}

interface Page {
  readonly rows: SectionRow[]
  readonly limit: number
}

async function selectSections<Row>(
  { db }: ReadContext,
  columns: string,
  { source, search, after, limit }: SectionsPage,
): Promise<Row[]> {
  const bySource = source === undefined ? '' : ' AND source = ?'
  const bySearch = search === undefined ? '' : ` AND search_text LIKE ? ESCAPE '\\'`
  return db.rows<Row>(
    `SELECT ${columns} FROM sections WHERE (sort_key, id) > (?, ?)${bySource}${bySearch} ORDER BY sort_key, id LIMIT ?`,
    [
      after.key,
      after.id,
      ...(source === undefined ? [] : [source]),
      ...(search === undefined ? [] : [`%${search.replace(/[\\%_]/g, '\\$&')}%`]),
      limit,
    ],
  )
}

/** Which of these slugs are used by sections. */
export async function takenSectionSlugs({ db }: ReadContext, slugs: readonly string[]): Promise<Set<string>> {
  const marks = slugs.map(() => '?').join(', ')
  const rows = await db.rows<{ slug: string }>(`SELECT slug FROM sections WHERE slug IN (${marks})`, slugs)
  return new Set(rows.map(({ slug }) => slug))
}

/** A section by slug; within a transaction the row is locked. */
export async function findSection(
  context: ReadContext | WriteContext,
  slug: string,
): Promise<SectionRow | undefined> {
  const lock = 'afterCommit' in context ? context.services.database.dialect.lock('update') : ''
  const [row] = await context.db.rows<SectionRow>(`SELECT * FROM sections WHERE slug = ?${lock}`, [slug])
  return row
}

/** Returns false, having inserted nothing, if another section has the slug. */
export async function insertSection({ db }: WriteContext, row: SectionRow): Promise<boolean> {
  return insertFreeRow(db, 'sections', row)
}

export async function updateSection({ db }: WriteContext, { id, ...row }: SectionRow): Promise<void> {
  await updateRow(db, 'sections', id, row)
}

export async function deleteSection({ db }: WriteContext, slug: string): Promise<boolean> {
  return (await db.run('DELETE FROM sections WHERE slug = ?', [slug])) === 1
}
