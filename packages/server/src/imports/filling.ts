import type { Hole } from './acf-values.ts'
import { mediaOf } from './current-media.ts'
import { findReferable } from './existing.ts'
import { remark } from './messages.ts'
import { metaIndex } from './meta.ts'
import type { CollectionPlan } from './naming.ts'
import type { OriginRow } from './origin-store.ts'
import type { PreparedItem } from './prepare.ts'
import { referenceValue } from './reference-value.ts'
import type { Resolved } from './resolving.ts'
import type { Run } from './run.ts'
import type { WaitingReferences } from './waiting.ts'

/**
 * Fills the gaps that an item's values have where they refer to files and items of the old site. Returns, by field, the
 * references that wait for items that come later in the file.
 */
export async function fillHoles(
  run: Run,
  { prepared, plan }: { prepared: PreparedItem; plan: CollectionPlan },
  resolved: Resolved,
): Promise<WaitingReferences> {
  const waiting: Record<string, readonly string[]> = {}
  for (const hole of prepared.holes) {
    if (hole.kind === 'image' || hole.kind === 'file') {
      if (!putFile(run, prepared, hole, resolved)) keepAsCustomField(prepared, plan, hole)
      continue
    }
    const rows = hole.ids.map((id) => resolved.item(id))
    if (hole.isReference) {
      const later = await putReference(run, { prepared, plan, rows }, hole)
      if (later.length > 0) waiting[hole.field] = later
    } else putItems(hole, rows)
  }
  return waiting
}

/**
 * Sets a file. If it was not imported, adds a note and returns false. `resolved.hasMedia` is false where an item is
 * prepared as if no file had been imported (`readdressing.ts`).
 */
function putFile(run: Run, { notes }: PreparedItem, hole: Hole, resolved: Resolved): boolean {
  const row = resolved.attachment(hole.ids[0] ?? '')
  const isUsable = row !== undefined && resolved.hasMedia
  const media = isUsable ? mediaOf(row) : null
  if (media !== null) {
    hole.put(hole.kind === 'image' ? imageOf(media) : { id: media.id, url: media.url })
    return true
  }
  // A dry run downloads nothing and stores no origins, so it would note every file as missing.
  if (run.options.dryRun) return false
  const url = row?.file_url ?? null
  notes.push(
    url === null
      ? remark('piecesLost', { count: 1 })
      : remark('fieldFileNotTaken', { field: hole.field, url }),
  )
  return false
}

/** The value of an image field for an imported file. */
export function imageOf({ id, url, alt, width, height }: NonNullable<ReturnType<typeof mediaOf>>): object {
  return {
    id,
    url,
    ...(alt !== null && { alt }),
    ...(width !== null && { width }),
    ...(height !== null && { height }),
  }
}

/** Keeps a value whose target was not imported as a custom field, unless it is only part of a JSON value. */
function keepAsCustomField({ data, item }: PreparedItem, { fields }: CollectionPlan, hole: Hole): void {
  const custom = fields.find(({ role }) => role === 'custom_fields')?.slug
  if (custom === undefined || hole.name === null) return
  const value = metaIndex(item).get(hole.name) ?? ''
  data[custom] = { ...(data[custom] as object | undefined), [hole.name]: value }
}

/**
 * Sets references to items in a JSON value. They can lead to later items, whose ids are planned already. An item
 * that is not imported keeps its id of the old site, so that people can find it there.
 */
function putItems({ kind, ids, put }: Hole, rows: readonly (OriginRow | undefined)[]): void {
  const values = rows.map((row, index) =>
    row === undefined || row.item_id === null
      ? { sourceId: ids[index] }
      : { collection: row.collection, id: row.item_id },
  )
  put(kind === 'items' ? values : values[0])
}

interface ReferenceOrigins {
  readonly prepared: PreparedItem
  readonly plan: CollectionPlan
  readonly rows: readonly (OriginRow | undefined)[]
}

/**
 * Sets references to items. If some of these come later in the file, it sets nothing, and returns the old ids of all
 * that are in the export; else it returns none.
 */
async function putReference(
  run: Run,
  { prepared, plan, rows }: ReferenceOrigins,
  hole: Hole,
): Promise<readonly string[]> {
  if (run.options.dryRun) return []
  const options = plan.fields.find(({ slug }) => slug === hole.field)?.options
  const inExport = rows.filter(
    (row): row is OriginRow => row !== undefined && row.collection === options?.['collection'],
  )
  const noteLost = (count: number): void => {
    if (count > 0) prepared.notes.push(remark('referencesLost', { field: hole.field, count }))
  }
  // If one target is not created yet, the whole list waits, so that its order stays. Until then only the targets that
  // are not in the export are known to be lost; `setParents` notes the others.
  if (inExport.some(({ is_made: isMade }) => isMade !== 1)) {
    noteLost(rows.length - inExport.length)
    return inExport.map(({ source_id: id }) => id)
  }
  const referable = await referableAmong(run, inExport)
  noteLost(rows.length - referable.length)
  if (referable.length === 0) keepAsCustomField(prepared, plan, hole)
  const ids = [...new Set(referable.flatMap(({ item_id: id }) => id ?? []))]
  const isList = options?.['allowMultiple'] === true
  if (ids.length > 0) hole.put(referenceValue({ field: hole.field, ids, isList }, prepared.notes))
  return []
}

/** The items that references can lead to. */
async function referableAmong(run: Run, rows: readonly OriginRow[]): Promise<OriginRow[]> {
  const referable = await findReferable(run, rows)
  return rows.filter(({ item_id: id }) => id !== null && referable.has(id))
}
