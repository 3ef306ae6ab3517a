import { limits } from '@octavo/contract/limits'
import { api } from '../../api/client.ts'

type Change = Omit<Parameters<typeof api.media.bulk>[0], 'ids' | 'alts'>

/** Applies the same change to files, as many per call as the service accepts. */
export async function changeMany(ids: readonly string[], change: Change): Promise<void> {
  for (const part of partsOf(ids)) await api.media.bulk({ ids: [...part], ...change })
}

/** Gives images alternative texts by their ids. */
export async function describeMany(alts: ReadonlyMap<string, string | null>): Promise<void> {
  for (const ids of partsOf([...alts.keys()]))
    await api.media.bulk({
      ids: [...ids],
      action: 'describe',
      alts: Object.fromEntries(ids.map((id) => [id, alts.get(id) ?? null])),
    })
}

function partsOf(ids: readonly string[]): (readonly string[])[] {
  const most = limits.bulkItems
  return Array.from({ length: Math.ceil(ids.length / most) }, (_, part) =>
    ids.slice(part * most, (part + 1) * most),
  )
}
