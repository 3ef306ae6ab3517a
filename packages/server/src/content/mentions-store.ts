import { limits } from '@octavo/contract/limits'
import type { ReadContext } from '../context.ts'
import { textParameter } from '../database/text-parameter.ts'
import { type CollectionModel, type FieldModel, quote } from '../schema/model.ts'
import { latestTitle } from './title-store.ts'

export interface Mention {
  kind: 'content'
  collection: string
  id: string
  slug: string
  title: string
  locale: string
  status: string
  fields: string[]
  isInDraftOnly: boolean
  isInTrash: boolean
}

interface MentionRow {
  id: string
  slug: string
  title: string | null
  locale: string
  status: string
  deleted_at: string | null
  /** the fields of the live version, and the data of the pending draft, as far as they hold the id */
  draft: string | null
  [flag: `f${number}`]: number
}

/** How a media item is referred to: by its id, or by a part of its address. */
export interface Mentioned {
  readonly id: string
  readonly address: string
}

/** types of fields that can hold the id of a media item, and those that can hold its address only */
const holders = new Set(['image', 'file', 'portableText', 'json'])
const texts = new Set(['string', 'text'])

/** A condition with its parameters: whether the text of a column mentions a media item. */
export function mentions(column: string, parts: readonly string[]): { sql: string; parameters: string[] } {
  const one = `CAST(${column} AS TEXT) LIKE ${textParameter} ESCAPE '!'`
  return {
    sql: `(${parts.map(() => one).join(' OR ')})`,
    parameters: parts.map((part) => `%${part.replaceAll(/[!%_]/g, '!$&')}%`),
  }
}

/**
 * The first items that mention a media item in a field that can refer to it: in their live values or in a pending
 * draft, in the trash too; one more than an answer names. It looks through all of them: a question for people, now and
 * then.
 */
export async function contentMentions(context: ReadContext, media: Mentioned): Promise<Mention[]> {
  const items: Mention[] = []
  for (const collection of context.schema.collections.values()) {
    const fields = collection.fields.filter(({ type }) => holders.has(type.name) || texts.has(type.name))
    if (fields.length === 0) continue
    items.push(...(await mentionsIn(context, collection, fields, media)))
    if (items.length > limits.usages) break
  }
  return items
}

/** What a field says that refers to a media item; an id (a ULID) occurs nowhere by chance. */
function partsFor({ type }: FieldModel, { id, address }: Mentioned): string[] {
  return holders.has(type.name) ? [id, address] : [address]
}

async function mentionsIn(
  { db, services }: ReadContext,
  collection: CollectionModel,
  fields: readonly FieldModel[],
  media: Mentioned,
): Promise<Mention[]> {
  const live = fields.map((field) => mentions(`c.${quote(field.slug)}`, partsFor(field, media)))
  const draft = mentions('r.data', [media.id, media.address])
  const flags = live.map(({ sql }, index) => `CASE WHEN ${sql} THEN 1 ELSE 0 END AS f${index}`)
  const all = [...live, draft]
  const title = latestTitle(services.database.dialect, collection)
  const rows = await db.rows<MentionRow>(
    `SELECT c.id AS id, c.slug AS slug, ${title} AS title, c.locale AS locale, c.status AS status, c.deleted_at AS deleted_at,
       ${flags.join(', ')}, CASE WHEN ${draft.sql} THEN r.data END AS draft
     FROM ${collection.table} c LEFT JOIN revisions r ON r.id = c.draft_revision_id
     WHERE ${all.map(({ sql }) => sql).join(' OR ')} ORDER BY c.id LIMIT ${limits.usages + 1}`,
    [...all, ...all].flatMap(({ parameters }) => parameters),
  )
  return rows
    .map((row) => mentionOf(collection, fields, row, media))
    .filter((mention) => mention.fields.length > 0)
}

function mentionOf(
  { slug: collection }: CollectionModel,
  fields: readonly FieldModel[],
  row: MentionRow,
  media: Mentioned,
): Mention {
  const live = fields.filter((_, index) => row[`f${index}`] === 1).map(({ slug }) => slug)
  const draft = row.draft === null ? {} : (JSON.parse(row.draft) as Record<string, unknown>)
  const inDraft = fields
    .filter((field) => {
      const text = JSON.stringify(draft[field.slug] ?? null)
      return partsFor(field, media).some((part) => text.includes(part))
    })
    .map(({ slug }) => slug)
  return {
    kind: 'content',
    collection,
    id: row.id,
    slug: row.slug,
    title: row.title === null || row.title.trim() === '' ? row.slug : row.title,
    locale: row.locale,
    status: row.status,
    fields: [...new Set([...live, ...inDraft])],
    isInDraftOnly: live.length === 0,
    isInTrash: row.deleted_at !== null,
  }
}
