import type { Server } from '../servers/server.ts'
import { collectionPath, fetchBytes } from './pages.ts'

/** Throws unless both servers give the same bytes, apart from `_rev` and `nextCursor`: else they do not compare. */
export async function demandSameAnswers(
  octavo: Server,
  bare: Server,
  { ids, slugs = [] }: { readonly ids: readonly string[]; readonly slugs?: readonly string[] },
): Promise<void> {
  const names = [...ids.slice(0, 20), ...slugs.slice(0, 20)]
  const paths = [...names.map((name) => `${collectionPath}/${name}`), `${collectionPath}?limit=50`]
  for (const path of paths) {
    const [ours, theirs] = [await comparable(octavo, path), await comparable(bare, path)]
    if (ours !== theirs)
      throw new Error(`Octavo and the bare server answer ${path} differently:\n${ours}\n${theirs}`)
  }
}

async function comparable(server: Server, path: string): Promise<string> {
  const text = (await fetchBytes(server, path)).toString()
  return text.replace(/,"_rev":"[^"]*"/, '').replace(/,"nextCursor":"[^"]*"/, '')
}
