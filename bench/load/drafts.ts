import { itemData } from '../data/text.ts'
import { usual } from '../sections/sizes.ts'
import type { Server } from '../servers/server.ts'
import { collectionPath } from './pages.ts'

const count = 500

/** Items that were never published: their updates go to the columns. */
export async function makeDrafts({ url, token }: Server, path = collectionPath): Promise<string[]> {
  const make = async (index: number): Promise<string> => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ data: { ...itemData(index, usual.bodyBytes) } }),
    })
    const { data } = (await response.json()) as { data: { item: { id: string } } }
    return data.item.id
  }
  return Promise.all(Array.from({ length: count }, (_, index) => make(5_000_000 + index)))
}
