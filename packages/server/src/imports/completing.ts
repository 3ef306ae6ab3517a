import { mediaOf } from './current-media.ts'
import { findReferable } from './existing.ts'
import { fillHoles, imageOf } from './filling.ts'
import { withoutBase } from './json-addresses.ts'
import { remark } from './messages.ts'
import type { Waiting } from './waiting.ts'
import type { ReadyItem } from './item-writing.ts'
import type { OriginRow } from './origin-store.ts'
import { type CollectionPlan, parentFieldOf } from './naming.ts'
import { type PreparedItem, thumbnailOf } from './prepare.ts'
import { applyTargets, fillAttachedFiles, type Resolved, untargetedPieces } from './resolving.ts'
import type { Run } from './run.ts'

/**
 * Sets the references of a prepared item in its data, with notes on those that are lost. Returns those that lead to
 * later items of the file, which `setParents` sets at the end.
 */
export async function complete(
  run: Run,
  { prepared, plan }: Pick<ReadyItem, 'prepared' | 'plan'>,
  resolved: Resolved,
): Promise<Waiting> {
  const { item, data, notes } = prepared
  // First the addresses in the content: `lost` pieces have no target.
  const { lost, ...others } = applyTargets(prepared, resolved, run.analyzed.site.url)
  // Then the pieces that list the files attached to the item: `empty` ones have no file at all, which is lost too;
  // `more` files were beyond the limit of a list.
  const { empty, more } = await fillAttachedFiles(run, prepared, resolved)
  if (more > 0) notes.push(remark('detailsLost', { names: `${more} × attached file` }))
  // A dry run does not know what comes later in the file.
  if (!run.options.dryRun) notes.push(...untargetedPieces({ ...others, lost: lost + empty }))
  const image = plan.fields.find(({ role }) => role === 'featured_image')
  const thumbnail = thumbnailOf(item)
  if (image !== undefined && thumbnail !== '' && thumbnail !== '0') {
    const row = resolved.attachment(thumbnail)
    const media = row === undefined ? null : mediaOf(row)
    if (media !== null) data[image.slug] = imageOf(media)
    // A dry run stores no origins, so it would note every picture as missing.
    else if (!run.options.dryRun) notes.push(lostThumbnail(row))
  }
  // Then the gaps that values have where they refer to other files and items.
  const references = await fillHoles(run, { prepared, plan }, resolved)
  // JSON is answered as it is stored, so it must not have the base address of files, which can change. Only the JSON of
  // custom fields with a definition (ACF) has files.
  for (const { role, type, slug } of plan.fields)
    if (role === 'acf' && type === 'json' && data[slug] !== undefined)
      data[slug] = withoutBase(data[slug], run.services.mediaCache)
  return { parent: await putParent(run, { prepared, plan }, resolved), references }
}

/** Sets the parent of an item; returns true if the parent comes later in the file. */
async function putParent(
  run: Run,
  { prepared: { item, data, notes }, plan }: Pick<ReadyItem, 'prepared' | 'plan'>,
  resolved: Resolved,
): Promise<boolean> {
  if (item.parent === '' || item.parent === '0') return false
  const row = resolved.item(item.parent)
  const collection = row?.collection ?? null
  const field = collection === null ? undefined : parentField(run, plan, collection)
  if (row === undefined || row.item_id === null || field === undefined) {
    if (!run.options.dryRun) notes.push(lostParent(run, row, item.parent))
    return false
  }
  // A parent that is only planned (`is_made` is not 1) is created later. An item that is its own parent waits too:
  // `setParents` notes it like any other cycle.
  if (row.is_made !== 1 || item.parent === item.id) return true
  if ((await findReferable(run, [row])).has(row.item_id)) data[field] = row.item_id
  else notes.push(remark('parentInTrash', {}))
  return false
}

/**
 * The slug of the field for parents in a collection: a planned one, or one that an earlier import created. Its slug
 * begins with `parent`, before which `fitFields` can put `imported_`.
 */
export function parentField(run: Run, plan: CollectionPlan, collection: string): string | undefined {
  const planned = parentFieldOf(plan, collection)?.slug
  if (planned !== undefined) return planned
  const model = run.services.schema.current.collections.get(plan.slug)
  return model?.fields.find(
    ({ slug, type, options }) =>
      /^(imported_)?parent(_|$)/.test(slug) &&
      type.name === 'reference' &&
      options['collection'] === collection,
  )?.slug
}

/** Why the parent of an item cannot be set. */
function lostParent(
  { analyzed }: Run,
  row: OriginRow | undefined,
  id: string,
): PreparedItem['notes'][number] {
  const collection = row?.collection ?? null
  if (collection !== null) return remark('parentElsewhere', { collection })
  const { strangeParents = {} } = analyzed
  const type = Object.hasOwn(strangeParents, id) ? strangeParents[id] : undefined
  return type === undefined ? remark('parentNotInFile', { id }) : remark('parentIsNoItem', { type })
}

/** The note that an item does not get its featured image; it names the address of the file if it is known. */
function lostThumbnail(row: OriginRow | undefined): PreparedItem['notes'][number] {
  const where = row?.file_url ?? null
  return where === null ? remark('imageLost', {}) : remark('imageNotTaken', { url: where })
}
