import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { operations } from '@octavo/contract/operations/registry'
import { openServices } from '@octavo/server/app'
import { serviceCaller } from '@octavo/server/caller'
import { readConfig } from '@octavo/server/config'
import { invoke } from '@octavo/server/invoke'
import { createLog } from '@octavo/server/log'
import { ensureBareTable } from '../bare/tables.ts'
import { copyOf, openDataSet } from '../data/data-set.ts'
import { compare, type Contestant, type Measured, ratio } from '../load/compare.ts'
import { atLeast } from '../report/figures.ts'
import { octavoEnvironment, type Server, startBare, startOctavo } from '../servers/server.ts'
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
    const path = `/_cms/api/media/file/${await addFile(copy.folder)}`
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

/** Uploads a file of bytes that nothing compresses; gives its key. */
async function addFile(folder: string): Promise<string> {
  const services = await openServices({
    config: readConfig(octavoEnvironment(folder)),
    log: createLog('silent'),
  })
  try {
    const arrived = await services.incoming.receive(Readable.from([randomBytes(fileBytes)]))
    const about = { filename: 'noise.bin', mimeType: 'application/octet-stream' }
    const { item } = (await invoke(services, {
      operation: operations.media.create,
      caller: serviceCaller('cli'),
      input: { ...about, storageKey: 'new' },
      upload: { ...arrived, ...about },
    })) as { item: { storageKey: string } }
    return item.storageKey
  } finally {
    await services.database.close()
  }
}
