import { join } from 'node:path'
import Database from 'better-sqlite3'
import { bareFile, ensureBareIndex } from '../bare/tables.ts'
import { copyOf, openDataSet } from '../data/data-set.ts'
import { usual } from '../sections/sizes.ts'
import { startBare, startOctavo } from '../servers/server.ts'
import type { Engine } from './engine.ts'

/** Both servers on copies of one data set, as both write. */
export async function openSqlite(): Promise<Engine> {
  const set = await openDataSet({ ...usual, isSearched: true })
  ensureBareIndex(set.folder)
  const copies = [copyOf(set.folder), copyOf(set.folder)] as const
  const [ofBare, ofOctavo] = copies.map(({ folder }) => ({ ...set, folder })) as [typeof set, typeof set]
  const bare = await startBare(ofBare, 'each')
  const octavo = await startOctavo(ofOctavo)
  return {
    name: 'SQLite',
    bare,
    octavo,
    ids: set.ids,
    positionOf: async (count) => positionIn(ofBare.folder, count),
    stop: async () => {
      await Promise.all([bare.stop(), octavo.stop()])
      for (const copy of copies) copy.remove()
    },
  }
}

function positionIn(folder: string, count: number): string {
  const database = new Database(join(folder, bareFile), { readonly: true })
  const row = database
    .prepare('SELECT created_at, id FROM posts ORDER BY created_at DESC, id DESC LIMIT 1 OFFSET ?')
    .get(count - 1) as { created_at: string; id: string }
  database.close()
  return `${row.created_at},${row.id}`
}
