import { withEmptyDatabase } from '../data/empty-database.ts'
import { pictured, seedPictures } from '../data/picture-seed.ts'
import { compare, ratio } from '../load/compare.ts'
import { atMost } from '../report/figures.ts'
import { startOctavo } from '../servers/server.ts'
import type { Section } from './section.ts'
import { usual } from './sizes.ts'

const connections = 16

/** Lists whose pictures come from the media library, against lists that have the same values as text of the items. */
export const pictures: Section = (client, { seconds, rounds, only }) =>
  withEmptyDatabase(only, async ({ folder, settings }) => {
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
  })
