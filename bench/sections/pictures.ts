import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pictured, seedPictures } from '../data/picture-seed.ts'
import { compare, ratio } from '../load/compare.ts'
import { atMost } from '../report/figures.ts'
import { startOctavo } from '../servers/server.ts'
import type { Section } from './section.ts'
import { usual } from './sizes.ts'

const connections = 16

/** Lists whose pictures come from the media library, against lists that have the same values as text of the items. */
export const pictures: Section = async (client, { seconds, rounds }) => {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-bench-pictures-'))
  const url = process.env['BENCH_DATABASE_URL']
  const settings = { OCTAVO_DATA_DIR: folder, ...(url !== undefined && { OCTAVO_DATABASE_URL: url }) }
  try {
    const token = await seedPictures(settings, { ...usual, items: 1000 })
    const server = await startOctavo({ folder, token }, settings)
    try {
      const contestants = Object.keys(pictured).map((name) => ({
        name,
        server,
        workload: { kind: 'get' as const, paths: [`/_cms/api/content/${name}?limit=50&view=live`] },
      }))
      const rows = await compare(client, contestants, { connections, seconds, rounds })
      const [covered, coveredFixed, three, threeFixed] = rows
      if (!covered || !coveredFixed || !three || !threeFixed)
        return { comparisons: [], figures: [], notes: [] }
      return {
        comparisons: [{ title: `Lists of 50 with pictures, ${connections} connections`, rows }],
        figures: [
          atMost('one image field, processor time', ratio(covered, coveredFixed, 'cpu'), 110),
          atMost('three pictures in rich text, processor time', ratio(three, threeFixed, 'cpu'), 125),
        ],
        notes: [],
      }
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
