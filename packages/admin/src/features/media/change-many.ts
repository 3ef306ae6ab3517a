import { limits } from '@octavo/contract/limits'
import { api } from '../../api/client.ts'

type Change = Omit<Parameters<typeof api.media.bulk>[0], 'ids' | 'alts'>

/** Applies the same change to files, as many per call as the service accepts. */
export async function changeMany(ids: readonly string[], change: Change): Promise<void> {
  for (const batch of batchesOf(ids)) await api.media.bulk({ ids: [...batch], ...change })
}

/** Gives images alternative texts by their ids. */
export async function describeMany(alts: ReadonlyMap<string, string | null>): Promise<void> {
  for (const ids of batchesOf([...alts.keys()]))
    await api.media.bulk({
      ids: [...ids],
      action: 'describe',
      alts: Object.fromEntries(ids.map((id) => [id, alts.get(id) ?? null])),
    })
}

/** The ids in lists that are as long as one call accepts. */
function batchesOf(ids: readonly string[]): (readonly string[])[] {
  const size = limits.bulkItems
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, index) =>
    ids.slice(index * size, (index + 1) * size),
  )
}
