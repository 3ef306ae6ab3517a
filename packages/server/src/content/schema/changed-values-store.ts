import type { Database, Transaction } from '../../platform/database/database.ts'
import { foldedMembers } from '../../platform/sort-key.ts'
import { targetsOf } from '../links/links.ts'
import { parseData } from '../../core/model/data.ts'
import { withNames, recompressedData } from '../../core/model/revision-data-store.ts'
import { type CollectionModel, type FieldModel, quote } from '../../core/model/model.ts'
import { columnValue, dataText } from '../../core/model/stored-form.ts'
import { type RevisionData, StoredValues } from './stored-values-store.ts'

/** gives the new form of a stored value; the same object if it does not change */
type FormOf = (value: unknown) => Promise<unknown>

/** changes the values of a draft or another revision, by the slugs of their fields, in place */
type Patch = (data: Record<string, unknown>) => void | Promise<void>

/** Updates the stored values of a collection when its schema changes: columns, pending drafts and the history. */
export class ChangedValues extends StoredValues {
  readonly #tx: Transaction

  constructor(tx: Transaction, database: Pick<Database, 'dialect'>, collection: CollectionModel) {
    super(tx, database, collection)
    this.#tx = tx
  }

  /** Changes the data of all pending drafts in place. `added` are fields that the collection does not have yet. */
  async patchDrafts(patch: Patch, added: readonly FieldModel[] = []): Promise<void> {
    for await (const rows of this.drafts()) await this.#patch(rows, patch, added)
  }

  /** Changes the data of revisions; `changed` are fields that the collection does not have yet, or not in this form. */
  async #patch(rows: readonly RevisionData[], patch: Patch, changed: readonly FieldModel[]): Promise<void> {
    const field = new Map([...this.collection.field, ...changed.map((one) => [one.slug, one] as const)])
    for (const row of rows) {
      const data = parseData(row.data)
      await patch(data)
      const json = dataText(field, data)
      if (json === row.data) continue
      const isCompressed = row.isCompressed === true
      const stored = isCompressed ? recompressedData(withNames(json, data)) : null
      // Only revisions that are or were pending drafts have folded texts, which filters of drafts compare.
      await this.#tx.run(
        'UPDATE revisions SET data = ?, compressed = ?, folded = CASE WHEN folded IS NULL THEN NULL ELSE CAST(? AS TEXT) END WHERE id = ?',
        [stored?.outline ?? json, stored?.compressed ?? null, foldedMembers(data), row.id],
      )
    }
  }

  /**
   * Changes the data of all revisions that contain a field, including pending drafts. `changed` has its new form; empty
   * if the form stays. Revisions in which only a member of another field has this name are read too.
   */
  async patchHistory(field: FieldModel, patch: Patch, changed: readonly FieldModel[] = []): Promise<void> {
    for await (const rows of this.revisionsNaming(field)) await this.#patch(rows, patch, changed)
  }

  /** Converts the values of a structured field; returns the items whose columns or pending draft changed. */
  async restructure(field: FieldModel, changed: FieldModel, formOf: FormOf): Promise<ReadonlySet<string>> {
    const items = new Set<string>()
    // Read before `convert` changes the drafts too.
    for await (const { item, value } of this.draftValues(field))
      if ((await formOf(value)) !== value) items.add(item)
    for (const item of await this.convert(field, changed, formOf)) items.add(item)
    return items
  }

  /**
   * Converts the values of a field to its new form, in columns, drafts and the history. Returns the items whose columns
   * changed.
   */
  async convert(field: FieldModel, changed: FieldModel, formOf: FormOf): Promise<readonly string[]> {
    const items: string[] = []
    const { slug } = field
    const sql = `UPDATE ${this.collection.table} SET ${quote(slug)} = ? WHERE id = ?`
    for await (const { item, value } of this.columnValues(field)) {
      const form = await formOf(value)
      if (form === value) continue
      items.push(item)
      await this.#tx.run(sql, [columnValue(changed, form), item])
    }
    const patch: Patch = async (data) => {
      // The name may be that of a member of another field.
      if (data[slug] !== undefined) data[slug] = await formOf(data[slug])
    }
    await this.patchHistory(field, patch, [changed])
    return items
  }

  /** The targets that an item refers to in a field, in its columns and in the version that editors see. */
  async targetsOf(
    item: string,
    { slug, type, encoding }: FieldModel,
  ): Promise<Record<'live' | 'latest', string[]>> {
    const column = this.json(encoding, `c.${quote(slug)}`)
    const [row] = await this.#tx.rows<{ live: string | null; draft: string | null }>(
      `SELECT CASE WHEN c.${quote(slug)} IS NULL THEN NULL ELSE ${column} END AS live, d.data AS draft FROM ${this.collection.table} c LEFT JOIN revisions d ON d.id = c.draft_revision_id WHERE c.id = ?`,
      [item],
    )
    const value: unknown = JSON.parse(row?.live ?? 'null')
    const live = targetsOf(value, type.linksBy)
    const draft = row?.draft ?? null
    return { live, latest: draft === null ? live : targetsOf(parseData(draft)[slug], type.linksBy) }
  }

  /** Adds the links for the default value of a new field to every item. */
  async addLinks({ slug, type }: FieldModel, value: unknown): Promise<void> {
    const { table, slug: sourceType } = this.collection
    for (const target of targetsOf(value, type.linksBy)) {
      await this.#tx.run(
        `INSERT INTO links (target, source, field, source_type, is_live, is_latest)
         SELECT CAST(? AS TEXT), id, CAST(? AS TEXT), CAST(? AS TEXT), 1, 1 FROM ${table}`,
        [target, slug, sourceType],
      )
    }
  }

  async removeLinks({ slug }: FieldModel): Promise<void> {
    await this.#tx.run(
      `DELETE FROM links WHERE field = ? AND source IN (SELECT id FROM ${this.collection.table})`,
      [slug],
    )
  }

  /**
   * Converts the ids of a reference field to lists, also in the history, which can be restored. Ids have no characters
   * that JSON escapes.
   */
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
