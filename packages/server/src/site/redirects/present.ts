import type { Redirect } from '@octavo/contract/operations/redirects'
import type { ReadContext } from '../../core/context.ts'
import { encodedPath } from '../../core/model/address.ts'
import { liveAddresses, type RedirectRow } from '../../content/redirects/redirects.ts'

/** Redirects in the form of answers, with the current addresses of their items. */
export async function presentRedirects(
  context: ReadContext,
  rows: readonly RedirectRow[],
): Promise<Redirect[]> {
  const addresses = new Map<string, string>()
  for (const [collectionId, pointing] of Map.groupBy(rows, (row) => row.collection_id)) {
    const collection = context.schema.byId.get(collectionId ?? '')
    const ids = pointing.flatMap(({ item_id: id }) => id ?? [])
    if (collection === undefined) continue
    for (const [id, address] of await liveAddresses(context, collection, ids)) addresses.set(id, address)
  }
  return rows.map((row) => ({
    id: row.id,
    from: encodedPath(row.from_path),
    to: row.item_id === null ? pathOrAddress(row) : (addresses.get(row.item_id) ?? null),
    status: row.status,
    collection: context.schema.byId.get(row.collection_id ?? '')?.slug ?? null,
    itemId: row.item_id,
    createdAt: row.created_at,
  }))
}

/** One redirect in the form of answers. */
export async function presentRedirect(context: ReadContext, row: RedirectRow): Promise<Redirect> {
  const [redirect] = await presentRedirects(context, [row])
  if (redirect === undefined) throw new Error(`The redirect ${row.id} has no answer.`)
  return redirect
}

/** The target of a redirect that does not lead to an item: a path or an address. */
function pathOrAddress({ to_path: path, to_url: url }: RedirectRow): string | null {
  return path === null ? url : encodedPath(path)
}
