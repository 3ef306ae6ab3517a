import { isDeepStrictEqual } from 'node:util'
import { type Item, openItem } from '../content/items/item.ts'
import { storedRichText } from '../content/media/library.ts'
import { save, workingData } from '../content/items/saving.ts'
import { publish } from '../content/items/transitions.ts'
import type { WriteContext } from '../core/context.ts'
import type { FieldModel } from '../core/model/model.ts'
import { collectionOf } from '../core/model/model.ts'
import { parseData } from '../core/model/data.ts'
import { OctavoError } from '../platform/errors.ts'
import { remark } from './messages.ts'
import { complete } from './completing.ts'
import { detachedCopy } from './detached-copy.ts'
import { reasonOf } from './item-writing.ts'
import type { FieldPlan } from './field-plans.ts'
import type { CollectionPlan } from './naming.ts'
import { type Note, idsOf, type PreparedItem, prepareItem } from './prepare.ts'
import { resolveBatch } from './resolving.ts'
import { type Run, write } from './run.ts'
import type { ExportItem } from './wxr/records.ts'

interface ImportedItem {
  readonly item: ExportItem
  readonly plan: CollectionPlan
  /** the id of the created item */
  readonly id: string
}

/**
 * Replaces addresses of files imported later in an item from an import without media. Changes by people are kept: an
 * item whose content has changed since that import stays as it is, and so does each other field that has changed.
 * Returns what the report says of the item; null if nothing was replaced.
 */
export async function readdress(run: Run, imported: ImportedItem): Promise<Note | null> {
  const { item, plan } = imported
  // The item is prepared twice, because `complete` puts the targets into it: first as the earlier import has made it,
  // for which `resolved.withoutMedia()` finds all targets but files, then with the files.
  const withoutMedia = prepareItem(item, plan, { ...comparedContext, acf: run.acf })
  const addresses = withoutMedia.converted.findings.addresses
  const resolved = await resolveBatch(run, run.services.database.reader, addresses, idsOf(withoutMedia))
  await complete(run, { prepared: withoutMedia, plan }, resolved.withoutMedia())
  const withMedia = prepareItem(item, plan, { ...comparedContext, acf: run.acf })
  await complete(run, { prepared: withMedia, plan }, resolved)
  if (isDeepStrictEqual(withoutMedia.data, withMedia.data)) return null
  try {
    const isChanged = await write(run.services, {}, (context) =>
      saveReaddressed(context, imported, { withoutMedia, withMedia }),
    )
    if (!isChanged) return null
    return remark('mediaAdded', {})
  } catch (error) {
    // An item in the trash, which `openItem` does not find, stays as it is.
    if (error instanceof OctavoError && error.code === 'NOT_FOUND') return null
    const { code, reason: fault, because } = reasonOf(run, error)
    return { ...remark('mediaNotAdded', { fault }, because), code }
  }
}

/** The same author and time for both prepared forms; no field that is replaced depends on them. */
const comparedContext = { author: undefined, now: '' }

interface PreparedForms {
  readonly withoutMedia: PreparedItem
  readonly withMedia: PreparedItem
}

/**
 * Saves like an editor's change, but keeps the time of the last change. Returns false if the item has a draft beside
 * its live version, if its content has changed, or if no field is to be replaced.
 */
async function saveReaddressed(
  context: WriteContext,
  { plan, id }: ImportedItem,
  { withoutMedia, withMedia }: PreparedForms,
): Promise<boolean> {
  const collection = collectionOf(context.schema, plan.slug)
  const item = await openItem(context, { collection, id, locale: undefined })
  const { row } = item
  if (row.draft_revision_id !== null) return false
  const stored = parseData(await workingData(context, item))
  const isUnchanged = (slug: string): boolean => isSame(stored[slug], withoutMedia.data[slug])
  const content = plan.fields.find(({ role }) => role === 'content')?.slug
  // Changed content shows that people work on the item, so its other fields are not changed either.
  if (content !== undefined && !isUnchanged(content)) return false
  const values = new Map<FieldModel, unknown>()
  for (const { slug } of plan.fields.filter(canHaveMedia)) {
    const field = collection.field.get(slug)
    const hasMediaNow = !isDeepStrictEqual(withMedia.data[slug], withoutMedia.data[slug])
    if (field === undefined || !isUnchanged(slug) || !hasMediaNow) continue
    // Stored as a value of an editor is; `before` is the stored value that it replaces. Fields of all types go through
    // this, because it changes only references to files, and returns a text or a number as it is.
    const before = stored[slug]
    values.set(field, await storedRichText(context, withMedia.data[slug], () => Promise.resolve(before)))
  }
  if (values.size === 0) return false
  await saveInSameState({ ...context, now: row.updated_at }, item, values)
  return true
}

/** Whether a field can have files. Parents and other references are set later, at the end of the import. */
function canHaveMedia({ role, type }: FieldPlan): boolean {
  if (role === 'content' || role === 'featured_image' || role === 'custom_fields') return true
  return (role === 'product' || role === 'acf') && type !== 'reference'
}

/** Whether a stored value is unchanged since the import. The copy lacks undefined properties, as stored JSON does. */
function isSame(stored: unknown, imported: unknown): boolean {
  return isDeepStrictEqual(stored ?? null, detachedCopy(imported ?? null))
}

/** Saves without changing the state: live content stays live. */
async function saveInSameState(
  context: WriteContext,
  item: Item,
  values: ReadonlyMap<FieldModel, unknown>,
): Promise<void> {
  const isLive = item.row.status === 'published'
  const saved = await save(context, item, {
    values: new Map(values),
    slug: undefined,
    isPublishedNext: isLive,
  })
  if (isLive) await publish(context, saved, { isJustSaved: true })
}
