import type { ReadContext, WriteContext } from '../context.ts'
import { insertRow, updateRow } from '../database/rows.ts'
import type { Tables } from '../database/tables.ts'

export type SectionRow = Tables['sections']

/** Which sections a page shows, and where it begins: after the sort key and id of the last one before. */
export interface SectionsPage {
  readonly source: string | undefined
  /** a part of what can be searched, in its searchable form */
  readonly search: string | undefined
  readonly after: { readonly key: string; readonly id: string }
  readonly limit: number
}

export async function listSections(
  { db }: ReadContext,
  { source, search, after, limit }: SectionsPage,
): Promise<SectionRow[]> {
  const bySource = source === undefined ? '' : ' AND source = ?'
  const bySearch = search === undefined ? '' : ` AND search_text LIKE ? ESCAPE '\\'`
  return db.rows<SectionRow>(
    `SELECT * FROM sections WHERE (sort_key, id) > (?, ?)${bySource}${bySearch} ORDER BY sort_key, id LIMIT ?`,
    [
      after.key,
      after.id,
      ...(source === undefined ? [] : [source]),
      ...(search === undefined ? [] : [`%${search.replace(/[\\%_]/g, '\\$&')}%`]),
      limit,
    ],
  )
}

/** A section by its slug; in a transaction nobody else changes it before the end. */
export async function findSection(
  context: ReadContext | WriteContext,
  slug: string,
): Promise<SectionRow | undefined> {
  const lock = 'afterCommit' in context ? context.services.database.dialect.lock('update') : ''
  const [row] = await context.db.rows<SectionRow>(`SELECT * FROM sections WHERE slug = ?${lock}`, [slug])
  return row
}

export async function insertSection({ db }: WriteContext, row: SectionRow): Promise<void> {
  await insertRow(db, 'sections', row)
}

export async function updateSection({ db }: WriteContext, { id, ...row }: SectionRow): Promise<void> {
  await updateRow(db, 'sections', id, row)
}

export async function deleteSection({ db }: WriteContext, slug: string): Promise<boolean> {
  return (await db.run('DELETE FROM sections WHERE slug = ?', [slug])) === 1
}
