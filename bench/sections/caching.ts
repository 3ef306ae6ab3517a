import { openDataSet } from '../data/data-set.ts'
import { compare, type Contestant, ratio } from '../load/compare.ts'
import { collectionPath } from '../load/pages.ts'
import { atMost } from '../report/figures.ts'
import { type Server, startOctavo } from '../servers/server.ts'
import type { Section } from './section.ts'
import { usual } from './sizes.ts'

const connections = 32
const path = `${collectionPath}?limit=50&view=live`

/** A list that its reader has already, against the whole one. */
export const caching: Section = async (client, { seconds, rounds }) => {
  const server = await startOctavo(await openDataSet(usual))
  try {
    const ifNoneMatch = await tagOf(server)
    const contestants: Contestant[] = [
      { name: 'the whole list', server, workload: { kind: 'get', paths: [path] } },
      { name: 'answered 304', server, workload: { kind: 'get', paths: [path], ifNoneMatch } },
    ]
    const rows = await compare(client, contestants, { connections, seconds, rounds })
    const [whole, unchanged] = rows
    if (!whole || !unchanged) return { comparisons: [], figures: [], notes: [] }
    return {
      comparisons: [{ title: `List 50 items, ${connections} connections`, rows }],
      figures: [atMost('a list answered 304, processor time', ratio(unchanged, whole, 'cpu'), 20)],
      notes: [],
    }
  } finally {
    await server.stop()
  }
}

async function tagOf({ url, token }: Server): Promise<string> {
  const answer = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })
  await answer.arrayBuffer()
  return answer.headers.get('etag') ?? ''
}
