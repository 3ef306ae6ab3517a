import type { Services, WriteContext } from '../context.ts'
import type { CollectionModel, Schema } from '../model/model.ts'
import { visibleCondition } from '../model/system-columns.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { type Counted, raiseCounts } from './change-counts-store.ts'
import { itemScope, mediaScope } from './counting.ts'

interface Needed {
  readonly db: Transaction
  readonly services: Pick<Services, 'database'>
}

/**
 * Counts a change of a media record as a change of the live items that show it, because it changes the answers with
 * these items. The record must be locked: then an item that is published with it at the same time either waits for
 * this transaction (`lockMediaOf`) or is found here. Drafts are saved too often for such locks, so readers of drafts
 * see every change of media as a change.
 */
export async function countMediaChange(
  { db, services }: Needed,
  schema: Schema,
  record: { readonly id: string; readonly storage_key: string },
): Promise<void> {
  // A reference has the id of the record; an address in rich text has only its storage key.
  const targets = [record.id, record.storage_key]
  const sources = await db.rows<{ type: string }>(
    'SELECT DISTINCT source_type AS type FROM links WHERE target IN (?, ?)',
    targets,
  )
  const counted: Counted[] = [{ scope: mediaScope, part: '' }]
  for (const { type } of sources) {
    const collection = schema.collections.get(type)
    // Links of sections and widgets, whose type is no collection.
    if (collection === undefined) continue
    // The type is the slug of a collection, so it can be part of the SQL text.
    const rows = await db.rows<{ locale: string }>(
      `SELECT DISTINCT c.locale AS locale
       FROM links l ${services.database.dialect.lookUp(collection.table, 'c', 'c.id = l.source')}
       WHERE l.target IN (?, ?) AND l.source_type = '${type}' AND l.is_live = 1 AND ${visibleCondition}`,
      targets,
    )
    counted.push(...rows.map(({ locale }) => ({ scope: itemScope(type, 'live'), part: locale })))
  }
  await raiseCounts({ db, services }, counted)
}

/** Waits for changes of the media that a live item shows, and blocks new ones until the transaction ends. */
export async function lockMediaOf(
  { db, services }: WriteContext,
  { fields }: CollectionModel,
  itemId: string,
): Promise<void> {
  // Several items can hold the lock `keep`; a change of a record waits for it. An engine with one writer at a time has
  // no locks.
  const lock = services.database.dialect.lock('keep')
  if (lock === '' || !fields.some(({ type }) => type.holdsMedia !== undefined)) return
  // As above, a link leads to the id of a record or to its storage key.
  await db.rows(
    `WITH shown AS (SELECT target FROM links WHERE source = ? AND is_live = 1)
     SELECT id FROM media WHERE id IN (
       SELECT target FROM shown
       UNION ALL
       SELECT m.id FROM shown JOIN media m ON m.storage_key = shown.target
     )${lock}`,
    [itemId],
  )
}
