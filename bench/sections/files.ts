import { randomBytes } from 'node:crypto'
import { ensureBareTable } from '../bare/tables.ts'
import { copyOf, openDataSet } from '../data/data-set.ts'
import { addFiles } from '../data/media.ts'
import { compare, type Contestant, type Measured, ratio } from '../load/compare.ts'
import { atLeast } from '../report/figures.ts'
import { type Server, startBare, startOctavo } from '../servers/server.ts'
import type { Section } from './section.ts'
import { usual } from './sizes.ts'

const connections = 32
const fileBytes = 100 * 1024

/** A file of 100 KB, against a bare stream of the same file. */
export const files: Section = async (client, { seconds, rounds }) => {
  const set = await openDataSet(usual)
  const copy = copyOf(set.folder)
  const servers: Server[] = []
  try {
    ensureBareTable(copy.folder)
    const noise = {
      bytes: randomBytes(fileBytes),
      filename: 'noise.bin',
      mimeType: 'application/octet-stream',
    }
    const [key] = await addFiles(copy.folder, [noise])
    const path = `/_cms/api/media/file/${key}`
    const place = { ...set, folder: copy.folder }
    servers.push(await startBare(place, 'each'), await startOctavo(place))
    const contestants = servers.map((server): Contestant => ({
      name: server.name,
      server,
      workload: { kind: 'get', paths: [path] },
    }))
    const rows = await compare(client, contestants, { connections, seconds, rounds })
    const [bare, octavo] = rows as [Measured, Measured]
    return {
      comparisons: [{ title: `A file of 100 KB, ${connections} connections`, rows }],
      figures: [atLeast('a file of 100 KB, of a bare stream', ratio(octavo, bare), 60)],
      notes: [],
    }
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    copy.remove()
  }
}
