import type { StagedContext, WriteContext } from '../context.ts'
import type { Upload } from '../files/incoming.ts'
import { examine, type Examined } from './examine.ts'
import { abandon, keepOnce, type Kept, newPlace } from './keeping.ts'

/**
 * Stores the bytes of an upload and makes the record that `record` inserts. The bytes are in the store before the
 * record is there. Nothing stays when it fails.
 */
export async function takeIn<Result>(
  context: StagedContext,
  upload: Upload,
  record: (context: WriteContext, kept: Kept, examined: Examined) => Promise<Result>,
): Promise<Result> {
  const examined = await examine(upload, upload.mimeType)
  const bytes = { examined, place: null, store: () => store(context, upload, examined) }
  return keepOnce(context, bytes, (write, kept) => record(write, kept, examined))
}

async function store(context: StagedContext, upload: Upload, { mimeType }: Examined): Promise<string> {
  const place = await newPlace(context, upload.filename)
  try {
    await context.services.files.put(place, upload.path, mimeType)
  } catch (error) {
    await abandon(context, place)
    throw error
  }
  return place
}
