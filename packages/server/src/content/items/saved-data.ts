import { serviceCaller } from '../../core/caller.ts'
import type { ReadContext, Services } from '../../core/context.ts'
import type { Data } from '../../core/model/data.ts'
import { timeText } from '../../platform/time-text.ts'
import { completedData } from '../media/completing.ts'
import type { View } from './view.ts'
import { isVisible } from './auditing.ts'
import { workingData } from './saving.ts'
import { findRow, readColumnData } from './store.ts'

interface Wanted {
  /** its slug */
  readonly collection: string
  readonly id: string
  readonly version: View
}

/**
 * The current values of an item in the form of answers, also in the trash; null if it is deleted, or if visitors see
 * no version.
 */
export async function readSavedData(
  services: Services,
  { collection: slug, id, version }: Wanted,
): Promise<Data | null> {
  const collection = await services.schema.collectionWith(slug, [])
  if (collection === undefined) return null
  const context: ReadContext = {
    caller: serviceCaller('job'),
    db: services.database.reader,
    schema: services.schema.current,
    services,
    now: timeText(services.clock()),
    clientContext: null,
  }
  const name = { collection, id, locale: undefined }
  const row = (await findRow(context, name, 'present')) ?? (await findRow(context, name, 'trashed'))
  if (row === undefined || (version === 'live' && !isVisible(row))) return null
  const data =
    version === 'live'
      ? readColumnData(context, collection, row.id)
      : workingData(context, { collection, row })
  // No request has compared the counter of media for this read.
  await services.mediaCache.followNow(services.database)
  return { ...(await completedData(context, await data)) }
}
