import type { Database, Transaction } from '../database/database.ts'
import { parseData } from './data.ts'
import { type CollectionModel, type FieldModel, quote } from './model.ts'
import { type RevisionData, StoredValues } from './stored-values-store.ts'

/** Mends what a collection holds when its schema changes: columns, pending drafts beside them, and the history. */
export class ChangedValues extends StoredValues {
  readonly #tx: Transaction

  constructor(tx: Transaction, database: Pick<Database, 'dialect'>, collection: CollectionModel) {
    super(tx, database, collection)
    this.#tx = tx
  }

  /** Changes the data of all pending drafts in place. */
  async patchDrafts(patch: (data: Record<string, unknown>) => void): Promise<void> {
    for await (const rows of this.drafts()) await this.#patch(rows, patch)
  }

  async #patch(rows: readonly RevisionData[], patch: (data: Record<string, unknown>) => void): Promise<void> {
    for (const row of rows) {
      const data = parseData(row.data)
      patch(data)
      const json = JSON.stringify(data)
      if (json !== row.data) await this.#tx.run('UPDATE revisions SET data = ? WHERE id = ?', [json, row.id])
    }
  }

  /** Changes the data of all revisions that hold a field, pending drafts among them. */
  async patchHistory({ slug }: FieldModel, patch: (data: Record<string, unknown>) => void): Promise<void> {
    const holding = { condition: 'AND r.data LIKE ?', parameters: [`%"${slug}":%`] }
    for await (const rows of this.revisions(holding)) await this.#patch(rows, patch)
  }

  /** Turns the single ids of a reference field into lists of one, in the history too: it can be restored from. */
  async wrapReferences(field: FieldModel): Promise<void> {
    const column = quote(field.slug)
    await this.#tx.run(
      `UPDATE ${this.collection.table} SET ${column} = '["' || ${column} || '"]' WHERE ${column} IS NOT NULL`,
      [],
    )
    await this.patchHistory(field, (data) => {
      if (typeof data[field.slug] === 'string') data[field.slug] = [data[field.slug]]
    })
  }
}
