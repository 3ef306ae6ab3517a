import { foldedMembers } from '../../sort-key.ts'
import { createIndex } from '../indexes.ts'
import type { MigrationSession, Statement } from '../migration.ts'
import { type ContentTable, contentTables } from './content-tables.ts'

/** The case-folded texts of a pending draft, which filters compare; NULL in other revisions. */
export const filters: readonly Statement[] = ['ALTER TABLE revisions ADD COLUMN folded TEXT']

/** Fills the folded texts of all pending drafts, and adds the index that finds the items that have one. */
export async function prepareFilters(session: MigrationSession): Promise<void> {
  for (const content of await contentTables(session)) {
    const { collectionId, table } = content
    const name = `${collectionId.toLowerCase()}_with_draft`
    const on = '(id) WHERE draft_revision_id IS NOT NULL'
    await createIndex(session.db, session.dialect, { name, table, on })
    await foldDrafts(session, content)
  }
}

const batchSize = 200

async function foldDrafts({ db }: MigrationSession, { table }: ContentTable): Promise<void> {
  for (let after = ''; ;) {
    const rows = await db.rows<{ id: string; revision: string; data: string }>(
      `SELECT c.id AS id, d.id AS revision, d.data AS data FROM ${table} c JOIN revisions d ON d.id = c.draft_revision_id
       WHERE c.id > ? AND c.draft_revision_id IS NOT NULL ORDER BY c.id LIMIT ${batchSize}`,
      [after],
    )
    for (const { revision, data } of rows) {
      const values = JSON.parse(data) as Record<string, unknown>
      await db.run('UPDATE revisions SET folded = ? WHERE id = ?', [foldedMembers(values), revision])
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < batchSize) return
    after = last.id
  }
}
