import type { media } from '@octavo/contract/operations/media'
import type { z } from 'zod'
import { auditThing } from '../../core/audit-recorder.ts'
import { requireOwnOrAny } from '../../core/caller.ts'
import type { ReadContext, WriteContext } from '../../core/context.ts'
import { notifyDeletion } from '../../core/deletion.ts'
import { invalidAt, notFound } from '../../platform/errors.ts'
import { aroundDeleting, aroundUpdating } from './hooks.ts'
import { itemOf } from './item.ts'
import { keepMediaValues } from './media-values-store.ts'
import { formerOf } from './record-values.ts'
import { releaseFile } from './release.ts'
import { deleteMedia, findMedia, findMediaToChange, type MediaRow, updateMedia } from './store.ts'

export type MediaChanges = Omit<z.output<typeof media.update.input>, 'id'>

/** The locked record, if the caller owns it or has the permission for all records. */
export async function changeable(
  context: WriteContext,
  id: string,
  action: 'edit' | 'delete',
): Promise<MediaRow> {
  const row = found(await findMediaToChange(context, id), id)
  requireRight(context, row, action)
  return row
}

/** Throws FORBIDDEN unless the caller owns the record or has the permission for all records. */
export function requireRight({ caller }: ReadContext, row: MediaRow, action: 'edit' | 'delete'): void {
  const isOwner = row.author_id !== null && row.author_id === caller.userId
  requireOwnOrAny(caller, { isOwner, own: `media.${action}Own`, any: `media.${action}Any` })
}

/** The row of a media item; throws NOT_FOUND without one. */
export function found(row: MediaRow | undefined, id: string): MediaRow {
  if (row === undefined) throw notFound(`The media item "${id}"`)
  return row
}

/** Changes a locked record, but not its bytes; returns the changed record. */
export async function changeRecord(
  context: WriteContext,
  before: MediaRow,
  changes: MediaChanges,
): Promise<MediaRow> {
  refuseOtherExtension(before, changes.filename)
  const given = givenColumns(changes)
  if (Object.keys(given).length > 0) {
    const names = Object.keys(given) as (keyof typeof given)[]
    await saveRecord(context, before, { ...before, ...given }, names)
  }
  return recordChange(context, before)
}

/** Saves a changed record between the hooks, which can change its texts. `names` are the columns that have changed. */
export async function saveRecord(
  context: WriteContext,
  before: MediaRow,
  after: MediaRow,
  names: readonly (keyof Omit<MediaRow, 'content_hash' | 'placeholder'>)[],
): Promise<void> {
  await aroundUpdating(context, { before, after }, async (saved) => {
    // The texts are saved in any case, because a hook can have changed them.
    const changed = Object.fromEntries(
      [...names, 'alt', 'caption'].map((name) => [name, saved[name as 'alt']]),
    )
    const former_values = formerValues(before, saved, context.now)
    await updateMedia(context, before, { ...changed, former_values, updated_at: context.now })
  })
}

/** Records the change of a record in the audit log; returns the current record. */
export async function recordChange(context: WriteContext, before: MediaRow): Promise<MediaRow> {
  const after = found(await findMedia(context, before.id), before.id)
  auditThing(context, 'media', {
    name: after.filename,
    before: itemOf(context, before),
    after: itemOf(context, after),
  })
  return after
}

/** Deletes a locked record, and its bytes if no other record has them. */
export async function deleteRecord(context: WriteContext, row: MediaRow): Promise<void> {
  const { id, filename } = row
  await aroundDeleting(context, row, async () => {
    await notifyDeletion(context, { kind: 'media', id, name: filename })
    // Copied from the record, so before it is deleted: references that remain show these values.
    await keepMediaValues(context, id)
    await deleteMedia(context, row)
    await releaseFile(context, row.file_key)
  })
  auditThing(context, 'media', { name: filename, before: itemOf(context, row), after: null })
}

/** The extension of a file name, with its dot; empty where it has none. */
export function extensionOf(filename: string): string {
  return /\.[^.]+$/.exec(filename)?.[0] ?? ''
}

/** People and programs recognise the type of a file by its extension. */
function refuseOtherExtension(
  { filename: before }: Pick<MediaRow, 'filename'>,
  after: string | undefined,
): void {
  const kept = extensionOf(before)
  if (after === undefined || extensionOf(after).toLowerCase() === kept.toLowerCase()) return
  throw invalidAt('filename', kept === '' ? 'must have no extension' : `must end with "${kept}"`)
}

type ChangedColumns = Partial<
  Pick<MediaRow, 'filename' | 'alt' | 'caption' | 'width' | 'height' | 'focal_point' | 'folder' | 'tags'>
>

/** The columns that an update names. */
function givenColumns({ focalPoint, tags, ...others }: MediaChanges): ChangedColumns {
  const focal = focalPoint === undefined || focalPoint === null ? focalPoint : JSON.stringify(focalPoint)
  const given = { ...others, focal_point: focal, tags: tags && JSON.stringify(tags) }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

/** limit of former values of a record that are stored, because references and clients may still have them */
const mostFormer = 20

/** The former values of a record, with the ones that this change replaces. */
function formerValues(
  { alt, width, height, focal_point, former_values }: MediaRow,
  after: Pick<MediaRow, 'alt' | 'width' | 'height' | 'focal_point'>,
  now: string,
): string | null {
  const isSame =
    alt === after.alt && width === after.width && height === after.height && focal_point === after.focal_point
  if (isSame) return former_values
  const former = [{ alt, width, height, focal_point, until: now }, ...formerOf({ former_values })]
  return JSON.stringify(former.slice(0, mostFormer))
}
