import type { Database, Reader } from '../database/database.ts'
import { type CollectionModel, type FieldModel, quote } from './model.ts'
import { parseData } from './data.ts'

/** rows that are held at once: each may be as large as a body */
const batchSize = 100

/** milliseconds of checking values after which others get their turn */
const longestTurn = 20

export interface RevisionData {
  id: string
  data: string
}

interface DraftData extends RevisionData {
  item: string
  locale: string
}

/** A value that an item has, or that its pending draft wants. */
export interface HeldValue {
  readonly item: string
  readonly locale: string
  readonly value: unknown
}

/** Which revisions of the collection are looked through. */
interface Narrowing {
  /** further columns */
  columns?: string
  join?: string
  condition?: string
  parameters?: readonly string[]
}

/** Looks through what a collection holds, before its schema changes: columns, and pending drafts beside them. */
export class StoredValues {
  protected readonly reader: Reader
  readonly #dialect: Database['dialect']
  protected readonly collection: CollectionModel

  constructor(reader: Reader, { dialect }: Pick<Database, 'dialect'>, collection: CollectionModel) {
    this.reader = reader
    this.#dialect = dialect
    this.collection = collection
  }

  async countItems(): Promise<number> {
    return this.#count('')
  }

  async countPendingDrafts(): Promise<number> {
    return this.#count('WHERE draft_revision_id IS NOT NULL')
  }

  async countScheduled(): Promise<number> {
    return this.#count('WHERE scheduled_at IS NOT NULL')
  }

  /** Whether some item has a translation. */
  async hasTranslations(): Promise<boolean> {
    const { table } = this.collection
    const rows = await this.reader.rows(
      `SELECT translation_group FROM ${table} GROUP BY translation_group HAVING count(*) > 1 LIMIT 1`,
      [],
    )
    return rows.length > 0
  }

  async #count(condition: string): Promise<number> {
    const [row] = await this.reader.rows<{ n: number }>(
      `SELECT count(*) AS n FROM ${this.collection.table} ${condition}`,
      [],
    )
    return row?.n ?? 0
  }

  /** Every stored value of a field (undefined where there is none), with the id of its item; pending drafts too. */
  async *valuesOf(field: FieldModel): AsyncGenerator<{ id: string; value: unknown }> {
    yield* this.#columnsOf(field)
    for await (const rows of this.drafts()) {
      for (const { id, data } of rows) yield { id, value: parseData(data)[field.slug] }
    }
  }

  /** The values of a field in the columns, with their items and locales. */
  async *columnValues(field: FieldModel): AsyncGenerator<HeldValue> {
    for await (const { id, locale, value } of this.#columnsOf(field)) {
      if (value !== undefined) yield { item: id, locale, value }
    }
  }

  /** The values of a field in pending drafts, with their items and locales. */
  async *draftValues(field: FieldModel): AsyncGenerator<HeldValue> {
    for await (const rows of this.drafts()) {
      for (const { item, locale, data } of rows) {
        const value = parseData(data)[field.slug]
        if (value !== undefined) yield { item, locale, value }
      }
    }
  }

  async *#columnsOf(field: FieldModel): AsyncGenerator<{ id: string; locale: string; value: unknown }> {
    const column = quote(field.slug)
    const { table } = this.collection
    const json = this.#dialect.toJson(field.encoding, column)
    let turnBegan = performance.now()
    for (let after = ''; ; await breath()) {
      const rows = await this.reader.rows<{ id: string; locale: string; json: string | number | null }>(
        `SELECT id, locale, CASE WHEN ${column} IS NULL THEN NULL ELSE ${json} END AS json FROM ${table} WHERE id > ? ORDER BY id LIMIT ${batchSize}`,
        [after],
      )
      for (const { id, locale, json: text } of rows) {
        if (performance.now() - turnBegan > longestTurn) {
          await breath()
          turnBegan = performance.now()
        }
        yield { id, locale, value: text === null ? undefined : (JSON.parse(String(text)) as unknown) }
        after = id
      }
      if (rows.length < batchSize) break
    }
  }

  protected drafts(): AsyncGenerator<DraftData[]> {
    return this.revisions<DraftData>({
      columns: ', c.id AS item, c.locale AS locale',
      join: `JOIN ${this.collection.table} c ON c.draft_revision_id = r.id`,
    })
  }

  protected async *revisions<Row extends RevisionData>({
    columns = '',
    join = '',
    condition = '',
    parameters = [],
  }: Narrowing): AsyncGenerator<Row[]> {
    for (let after = ''; ; await breath()) {
      const rows = await this.reader.rows<Row>(
        `SELECT r.id AS id, r.data AS data${columns} FROM revisions r ${join} WHERE r.collection_id = ? AND r.id > ? ${condition} ORDER BY r.id LIMIT ${batchSize}`,
        [this.collection.id, after, ...parameters],
      )
      yield rows
      const last = rows.at(-1)
      if (last === undefined || rows.length < batchSize) return
      after = last.id
    }
  }
}

/** Lets requests that only read go on while a large table is looked through. */
function breath(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
