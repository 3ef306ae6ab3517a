import type { Database, Reader } from '../../platform/database/database.ts'
import { type CollectionModel, type FieldModel, quote } from '../../core/model/model.ts'
import { timedCondition } from '../../core/model/table-store.ts'
import { parseData } from '../../core/model/data.ts'
import { type StoredData, withData } from '../../core/model/revision-data-store.ts'

/** rows in memory per batch; each may be as large as a request body */
const batchSize = 100

/** milliseconds of checking after which other requests run */
const maxCheckTime = 20

export interface RevisionData {
  id: string
  data: string
  /** whether it is stored compressed; absent for a pending draft, which is not */
  isCompressed?: boolean
}

interface DraftData extends RevisionData {
  item: string
  slug: string
  locale: string
}

/** A value of an item or of its pending draft. */
export interface ItemValue {
  readonly item: string
  readonly locale: string
  readonly value: unknown
}

/** A value, undefined if absent, with the item that a person looks for to change it. */
export interface PlacedValue {
  readonly id: string
  readonly slug: string
  /** whether it is in the pending draft of the item */
  readonly isInDraft: boolean
  readonly value: unknown
}

/** Reads the stored values of a collection before its schema changes: columns, pending drafts and other revisions. */
export class StoredValues {
  protected readonly reader: Reader
  readonly #dialect: Database['dialect']
  protected readonly collection: CollectionModel

  constructor(reader: Reader, { dialect }: Pick<Database, 'dialect'>, collection: CollectionModel) {
    this.reader = reader
    this.#dialect = dialect
    this.collection = collection
  }

  /** Items, also those in the trash, because their values are stored too; each translation counts. */
  async countItems(): Promise<number> {
    return this.#count('')
  }

  async countPendingDrafts(): Promise<number> {
    return this.#count('WHERE draft_revision_id IS NOT NULL')
  }

  async countScheduled(): Promise<number> {
    return this.#count(`WHERE ${timedCondition}`)
  }

  /** Whether any item has a translation. */
  async hasTranslations(): Promise<boolean> {
    const { table } = this.collection
    const rows = await this.reader.rows(
      `SELECT translation_group FROM ${table} GROUP BY translation_group HAVING count(*) > 1 LIMIT 1`,
      [],
    )
    return rows.length > 0
  }

  /** Items that are not in the trash; translations of one item count once. */
  async countGroups(): Promise<number> {
    const [row] = await this.reader.rows<{ n: number }>(
      `SELECT count(DISTINCT translation_group) AS n FROM ${this.collection.table} WHERE deleted_at IS NULL`,
      [],
    )
    return row?.n ?? 0
  }

  async #count(condition: string): Promise<number> {
    const [row] = await this.reader.rows<{ n: number }>(
      `SELECT count(*) AS n FROM ${this.collection.table} ${condition}`,
      [],
    )
    return row?.n ?? 0
  }

  /** Every value of a field in the columns and in pending drafts. */
  async *valuesOf(field: FieldModel): AsyncGenerator<PlacedValue> {
    for await (const { id, slug, value } of this.columnsOf(field)) yield { id, slug, isInDraft: false, value }
    for await (const rows of this.drafts()) {
      for (const { item: id, slug, data } of rows)
        yield { id, slug, isInDraft: true, value: parseData(data)[field.slug] }
    }
  }

  /** The values of a field in the columns, with their items and locales. */
  async *columnValues(field: FieldModel): AsyncGenerator<ItemValue> {
    for await (const { id, locale, value } of this.columnsOf(field)) {
      if (value !== undefined) yield { item: id, locale, value }
    }
  }

  /** The values of a field in pending drafts, with their items and locales. */
  async *draftValues(field: FieldModel): AsyncGenerator<ItemValue> {
    for await (const rows of this.drafts()) {
      for (const { item, locale, data } of rows) {
        const value = parseData(data)[field.slug]
        if (value !== undefined) yield { item, locale, value }
      }
    }
  }

  /** The JSON of a column. */
  protected json(encoding: FieldModel['encoding'], column: string): string {
    return this.#dialect.toJson(encoding, column)
  }

  /** How many items, and how many revisions, have a value of a field that a change would shorten. */
  async countShortened(
    field: FieldModel,
    isShortened: (value: unknown) => boolean,
  ): Promise<{ items: number; revisions: number }> {
    const items = new Set<string>()
    for await (const { item, value } of this.columnValues(field)) if (isShortened(value)) items.add(item)
    for await (const { item, value } of this.draftValues(field)) if (isShortened(value)) items.add(item)
    let revisions = 0
    for await (const rows of this.revisionsNaming(field))
      for (const { data } of rows) if (isShortened(parseData(data)[field.slug])) revisions++
    return { items: items.size, revisions }
  }

  /** Every item with the value of a field in its column; undefined if it has none. */
  protected async *columnsOf(
    field: FieldModel,
  ): AsyncGenerator<{ id: string; slug: string; locale: string; value: unknown }> {
    const column = quote(field.slug)
    const { table } = this.collection
    const json = this.json(field.encoding, column)
    let turnBegan = performance.now()
    for (let after = ''; ; await letOthersRun()) {
      const rows = await this.reader.rows<{
        id: string
        slug: string
        locale: string
        json: string | number | null
      }>(
        `SELECT id, slug, locale, CASE WHEN ${column} IS NULL THEN NULL ELSE ${json} END AS json FROM ${table} WHERE id > ? ORDER BY id LIMIT ${batchSize}`,
        [after],
      )
      // The consumer checks each value when it is yielded, which can take long within one batch too.
      for (const { id, slug, locale, json: text } of rows) {
        if (performance.now() - turnBegan > maxCheckTime) {
          await letOthersRun()
          turnBegan = performance.now()
        }
        yield { id, slug, locale, value: text === null ? undefined : (JSON.parse(String(text)) as unknown) }
        after = id
      }
      if (rows.length < batchSize) break
    }
  }

  /**
   * The pending drafts, in the order of their items, which is indexed on both engines. In the order of revisions each
   * batch would scan all of them.
   */
  protected drafts(): AsyncGenerator<DraftData[]> {
    return this.#batches<DraftData>(
      (after) => [
        `SELECT r.id AS id, r.data AS data, c.id AS item, c.slug AS slug, c.locale AS locale FROM ${this.collection.table} c JOIN revisions r ON r.id = c.draft_revision_id WHERE c.draft_revision_id IS NOT NULL AND c.id > ? ORDER BY c.id LIMIT ${batchSize}`,
        [after],
      ],
      ({ item }) => item,
    )
  }

  /** The revisions with a member of this name, which may also be a member of another field. */
  protected async *revisionsNaming({ slug }: FieldModel): AsyncGenerator<RevisionData[]> {
    const batches = this.#batches<{ id: string } & StoredData>(
      (after) => [
        `SELECT r.id AS id, r.data AS data, r.compressed AS compressed FROM revisions r WHERE r.collection_id = ? AND r.id > ? AND r.data LIKE ? ORDER BY r.id LIMIT ${batchSize}`,
        [this.collection.id, after, `%"${slug}":%`],
      ],
      ({ id }) => id,
    )
    for await (const rows of batches)
      yield rows.map((row) => ({ ...withData(row), isCompressed: row.compressed !== null }))
  }

  async *#batches<Row>(
    queryAfter: (after: string) => [sql: string, parameters: string[]],
    keyOf: (row: Row) => string,
  ): AsyncGenerator<Row[]> {
    for (let after = ''; ; await letOthersRun()) {
      const rows = await this.reader.rows<Row>(...queryAfter(after))
      yield rows
      const last = rows.at(-1)
      if (last === undefined || rows.length < batchSize) return
      after = keyOf(last)
    }
  }
}

/** Lets other requests run during a scan of a large table. */
function letOthersRun(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
