import { hasProportions } from '@octavo/contract/crop'
import { limits } from '@octavo/contract/limits'
import type { OwnTransactionContext, WriteContext } from '../../core/context.ts'
import { invalidAt } from '../../platform/errors.ts'
import type { Upload } from '../../platform/files/incoming.ts'
import { changeable, extensionOf, found, recordChange, requireRight, saveRecord } from './changing.ts'
import type { Examined } from './examine.ts'
import { isDecodable } from './images.ts'
import { ingestFile } from './ingest.ts'
import { releaseFile } from './release.ts'
import { findMedia, type MediaRow } from './store.ts'

/**
 * Replaces the bytes of a record, which gets a new address. The former bytes are removed if no other record uses them.
 */
export async function replaceFile(
  context: OwnTransactionContext,
  id: string,
  upload: Upload,
): Promise<MediaRow> {
  requireReplaceable(context, found(await findMedia(context, id), id))
  return ingestFile(context, upload, async (write, { fileKey }, examined) => {
    const before = await changeable(write, id, 'edit')
    requireReplaceable(write, before)
    refuseOtherKind(before, examined)
    // The bytes are the same, so nothing changes.
    if (before.file_key === fileKey) {
      write.auditTrail.isWaived = true
      return before
    }
    const after = { ...before, ...replaced(before, upload.filename, examined), file_key: fileKey }
    await saveRecord(write, before, after, [...columns, 'file_key'])
    await releaseFile(write, before.file_key)
    return recordChange(write, before)
  })
}

function requireReplaceable(context: OwnTransactionContext | WriteContext, row: MediaRow): void {
  requireRight(context, row, 'edit')
  if (row.status !== 'ready') throw invalidAt('id', 'is an upload that is not confirmed yet')
}

function refuseOtherKind(before: MediaRow, { mimeType }: Examined): void {
  const [kept, given] = [kindOf(before.mime_type), kindOf(mimeType)]
  if (kept === given) return
  throw invalidAt(
    'file',
    `is of the kind ${given} (${mimeType}); this item has ${kept} (${before.mime_type})`,
  )
}

/**
 * The kind of a file. A file can only be replaced by one of the same kind, because sites show each kind in its own
 * way.
 */
function kindOf(mimeType: string): string {
  if (isDecodable(mimeType)) return 'picture'
  const [main = ''] = mimeType.split('/')
  return main === 'text' || main === 'application' ? 'document' : main
}

const columns = ['filename', 'mime_type', 'size', 'width', 'height', 'focal_point', 'file_version'] as const

function replaced(
  before: MediaRow,
  given: string,
  { mimeType, size, dimensions }: Examined,
): Pick<MediaRow, (typeof columns)[number]> {
  const { width, height } = dimensions ?? { width: null, height: null }
  return {
    filename: mimeType === before.mime_type ? before.filename : renamed(before.filename, given),
    mime_type: mimeType,
    size,
    width,
    height,
    // In a picture of other proportions, the same point shows something else.
    focal_point: hasProportions(before, { width, height }) ? before.focal_point : null,
    file_version: before.file_version + 1,
  }
}

/** The name of the record with the extension of the given file, cut to the limit of names. */
function renamed(name: string, given: string): string {
  const extension = extensionOf(given).toLowerCase()
  const base = name.slice(0, name.length - extensionOf(name).length)
  return base.slice(0, limits.filename - extension.length).toWellFormed() + extension
}
