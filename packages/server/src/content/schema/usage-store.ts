import type { CollectionUsage } from '@octavo/contract/operations/schema'
import type { Database, Reader } from '../../platform/database/database.ts'
import { type CollectionModel, type FieldModel, quote } from '../../core/model/model.ts'

type Counts = Omit<CollectionUsage, 'isTranslated' | 'referredBy' | 'revisions'>

/**
 * All items with their pending drafts. No key of the join is null (no revision has the id of an item): PostgreSQL puts
 * all rows with a null key into one part of a hash join, and a part that does not fit into memory takes minutes.
 */
const itemsWithDrafts = (rows: string): string =>
  `${rows} c LEFT JOIN revisions d ON d.id = coalesce(c.draft_revision_id, c.id)`

/** Counts the content of a collection. Read-only; each count is one query. */
export class UsageStore {
  readonly #reader: Reader
  readonly #dialect: Database['dialect']
  readonly #collection: CollectionModel

  constructor(reader: Reader, { dialect }: Pick<Database, 'dialect'>, collection: CollectionModel) {
    this.#reader = reader
    this.#dialect = dialect
    this.#collection = collection
  }

  /** items by status, and by the fields that have a value, in one table scan */
  async counts(): Promise<Counts> {
    const { rows, shown: fields } = this.#collection
    const conditions = [
      ...['draft', 'published', 'scheduled'].map(
        (status) => `c.deleted_at IS NULL AND c.status = '${status}'`,
      ),
      'c.deleted_at IS NOT NULL',
      'c.draft_revision_id IS NOT NULL',
      'c.scheduled_at IS NOT NULL OR c._unpublish_at IS NOT NULL',
      ...fields.map((field) => this.#hasValue(field)),
    ]
    const columns = conditions.map((condition, at) => `count(CASE WHEN ${condition} THEN 1 END) AS n${at}`)
    const [row = {}] = await this.#reader.rows<Record<string, number>>(
      `SELECT ${columns.join(', ')} FROM ${itemsWithDrafts(rows)}`,
      [],
    )
    // In the order of the conditions.
    const [draft = 0, published = 0, scheduled = 0, trashed = 0, pendingDrafts = 0, timed = 0, ...ofFields] =
      conditions.map((_, at) => row[`n${at}`] ?? 0)
    return {
      items: { draft, published, scheduled, trashed },
      pendingDrafts,
      timed,
      fields: Object.fromEntries(fields.map(({ slug }, at) => [slug, ofFields[at] ?? 0])),
    }
  }

  /** items with a value of a field, live or in a pending draft */
  async itemsWith(field: FieldModel): Promise<number> {
    return this.#count(
      `SELECT count(*) AS n FROM ${itemsWithDrafts(this.#collection.rows)} WHERE ${this.#hasValue(field)}`,
    )
  }

  /** A value counts as absent if a required field would refuse it: null and empty text. */
  #hasValue(field: FieldModel): string {
    const column = `c.${quote(field.slug)}`
    const live = field.encoding === 'text' ? `nullif(${column}, '')` : column
    return `${live} IS NOT NULL OR nullif(${this.#dialect.textMember('d.data', field.slug)}, '') IS NOT NULL`
  }

  /** The revisions of the items that the caller may see. */
  async revisions(): Promise<number> {
    const { id, table, rows } = this.#collection
    const seen = rows === table ? '' : ` AND entry_id IN (SELECT c.id FROM ${rows} c)`
    return this.#count(`SELECT count(*) AS n FROM revisions WHERE collection_id = ?${seen}`, id)
  }

  /**
   * The revisions of all items with a value of a field, because deleting the field concerns them all. In `data`, a
   * compressed one has only an outline, which names its fields.
   */
  async revisionsWith({ slug }: FieldModel): Promise<number> {
    return this.#count(
      `SELECT count(*) AS n FROM revisions WHERE collection_id = ? AND data LIKE ? ESCAPE '\\' AND CASE WHEN compressed IS NULL THEN ${this.#dialect.textMember('data', slug)} IS NOT NULL ELSE TRUE END`,
      this.#collection.id,
      `%"${slug.replaceAll('_', '\\_')}":%`,
    )
  }

  /**
   * Whether two items of a locale have the same value of a field or, without a field, whether a locale has two items.
   * All items count, also those that the caller does not see: the values must be unique among all.
   */
  async hasDuplicates(field?: FieldModel): Promise<boolean> {
    const column = field === undefined ? null : quote(field.slug)
    const values = column === null ? '' : `WHERE ${column} IS NOT NULL`
    const group = column === null ? 'locale' : `${column}, locale`
    const rows = await this.#reader.rows(
      `SELECT 1 AS found FROM ${this.#collection.table} ${values} GROUP BY ${group} HAVING count(*) > 1 LIMIT 1`,
      [],
    )
    return rows.length > 0
  }

  async #count(sql: string, ...parameters: readonly string[]): Promise<number> {
    const [row] = await this.#reader.rows<{ n: number }>(sql, parameters)
    return row?.n ?? 0
  }
}
