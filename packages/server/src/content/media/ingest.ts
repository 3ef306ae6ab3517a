import type { OwnTransactionContext, WriteContext } from '../../core/context.ts'
import { isUnavailable } from '../../platform/errors.ts'
import type { Upload } from '../../platform/files/incoming.ts'
import { examine, type Examined } from './examine.ts'
import { abandon, storeOnce, type BytesLocation, newFileKey } from './stored-bytes.ts'

/** Stores the bytes of an upload, then creates the record with `record`. Nothing remains if either fails. */
export async function ingestFile<Result>(
  context: OwnTransactionContext,
  upload: Upload,
  record: (context: WriteContext, location: BytesLocation, examined: Examined) => Promise<Result>,
): Promise<Result> {
  const examined = await examine(upload, upload.mimeType)
  const bytes = { examined, fileKey: null, store: () => store(context, upload, examined) }
  return storeOnce(context, bytes, (write, location) => record(write, location, examined))
}

async function store(
  context: OwnTransactionContext,
  upload: Upload,
  { mimeType }: Examined,
): Promise<string> {
  const fileKey = await newFileKey(context, upload.filename)
  try {
    await context.services.files.put(fileKey, upload.path, mimeType)
  } catch (error) {
    // A store that does not respond would not respond to a removal either. The bytes are removed later then, as
    // `newFileKey` has planned.
    if (!isUnavailable(error)) await abandon(context, fileKey)
    throw error
  }
  return fileKey
}
