import { limits } from '@octavo/contract/limits'
import type { ReadContext } from '../context.ts'
import { textParameter } from '../database/text-parameter.ts'
import { type CollectionModel, type FieldModel, quote } from '../schema/model.ts'

interface Mention {
  collection: string
  id: string
  slug: string
  locale: string
  status: string
  fields: string[]
  isInDraftOnly: boolean
  isInTrash: boolean
}

interface MentionRow {
  id: string
  slug: string
  locale: string
  status: string
  deleted_at: string | null
  /** the fields of the live version, and the data of the pending draft, as far as they hold the id */
  draft: string | null
  [flag: `f${number}`]: number
}

/** types of fields that can hold the id of a media item */
const holders = new Set(['image', 'file', 'portableText', 'json'])

/**
 * The items that hold an id (a ULID: it occurs nowhere by chance) in a field that can refer to media: in their live
 * values or in a pending draft, in the trash too. It looks through all of them: a question for people, now and then.
 */
export async function mentionsOf(
  context: ReadContext,
  id: string,
): Promise<{ items: Mention[]; isComplete: boolean }> {
  const items: Mention[] = []
  for (const collection of context.schema.collections.values()) {
    const fields = collection.fields.filter(({ type }) => holders.has(type.name))
    if (fields.length === 0) continue
    items.push(...(await mentionsIn(context, collection, fields, id)))
    if (items.length > limits.usages) return { items: items.slice(0, limits.usages), isComplete: false }
  }
  return { items, isComplete: true }
}

async function mentionsIn(
  { db }: ReadContext,
  collection: CollectionModel,
  fields: readonly FieldModel[],
  id: string,
): Promise<Mention[]> {
  const pattern = `%${id}%`
  const holds = (column: string): string => `CAST(${column} AS TEXT) LIKE ${textParameter}`
  const flags = fields.map(
    ({ slug }, index) => `CASE WHEN ${holds(`c.${quote(slug)}`)} THEN 1 ELSE 0 END AS f${index}`,
  )
  const draft = `CASE WHEN ${holds('r.data')} THEN r.data END AS draft`
  const anywhere = [...fields.map(({ slug }) => holds(`c.${quote(slug)}`)), holds('r.data')].join(' OR ')
  const rows = await db.rows<MentionRow>(
    `SELECT c.id AS id, c.slug AS slug, c.locale AS locale, c.status AS status, c.deleted_at AS deleted_at, ${flags.join(', ')}, ${draft}
     FROM ${collection.table} c LEFT JOIN revisions r ON r.id = c.draft_revision_id
     WHERE ${anywhere} ORDER BY c.id LIMIT ${limits.usages + 1}`,
    Array.from({ length: 2 * fields.length + 2 }, () => pattern),
  )
  return rows
    .map((row) => mentionOf(collection, fields, row, id))
    .filter((mention) => mention.fields.length > 0)
}

function mentionOf(
  { slug: collection }: CollectionModel,
  fields: readonly FieldModel[],
  row: MentionRow,
  mediaId: string,
): Mention {
  const live = fields.filter((_, index) => row[`f${index}`] === 1).map(({ slug }) => slug)
  const draft = row.draft === null ? {} : (JSON.parse(row.draft) as Record<string, unknown>)
  const inDraft = fields
    .filter(({ slug }) => JSON.stringify(draft[slug] ?? null).includes(mediaId))
    .map(({ slug }) => slug)
  return {
    collection,
    id: row.id,
    slug: row.slug,
    locale: row.locale,
    status: row.status,
    fields: [...new Set([...live, ...inDraft])],
    isInDraftOnly: live.length === 0,
    isInTrash: row.deleted_at !== null,
  }
}
