import { mkdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Profiler } from 'node:inspector'
import { copyOf, openDataSet } from '../data/data-set.ts'
import { everyMarker } from '../data/text.ts'
import { collectionPath } from '../load/pages.ts'
import type { LoadOrder, Workload } from '../load/workload.ts'
import { areaShares } from '../report/areas.ts'
import { selfTimes } from '../report/self-times.ts'
import { startOctavo } from '../servers/server.ts'
import type { Section } from './section.ts'
import { usual } from './sizes.ts'

const folder = join(tmpdir(), 'octavo-bench-profiles')

/** Where the time of the hot paths goes: self time by function, and profiles to look at in a browser's tools. */
export const profile: Section = async (client, { seconds }) => {
  mkdirSync(folder, { recursive: true })
  const set = await openDataSet({ ...usual, isSearched: true })
  const copy = copyOf(set.folder)
  const octavo = await startOctavo({ ...set, folder: copy.folder })
  const notes: string[] = []
  try {
    for (const [name, workload] of Object.entries(workloads(set.ids))) {
      const connections = workload.kind === 'get' ? 32 : 8
      const order: LoadOrder = { url: octavo.url, token: octavo.token, connections, seconds, workload }
      await client.load({ ...order, seconds: 1 })
      await octavo.startProfile()
      const { requests } = await client.load(order)
      const file = join(folder, `${name}.cpuprofile`)
      await octavo.endProfile(file)
      const recorded = JSON.parse(readFileSync(file, 'utf8')) as Profiler.Profile
      notes.push(`\n${name}: parts of the time\n${areaShares(recorded)}`)
      notes.push(`\n${name}: microseconds of self time a request (${file})\n${selfTimes(recorded, requests)}`)
    }
  } finally {
    await octavo.stop()
    copy.remove()
  }
  return { comparisons: [], figures: [], notes }
}

function workloads(ids: readonly string[]): Record<string, Workload> {
  const paths = ids.map((id) => `${collectionPath}/${id}`)
  const { bodyBytes } = usual
  return {
    get: { kind: 'get', paths },
    list: { kind: 'get', paths: [`${collectionPath}?limit=50`] },
    search: { kind: 'get', paths: everyMarker.map((word) => `/_cms/api/search?q=${word}`) },
    suggest: {
      kind: 'get',
      paths: ['an', 'bo', 'cer', 'dul'].map((start) => `/_cms/api/search/suggest?q=${start}`),
    },
    create: { kind: 'create', status: 'published', bodyBytes },
    update: { kind: 'update', paths: paths.slice(0, 500) },
  }
}
