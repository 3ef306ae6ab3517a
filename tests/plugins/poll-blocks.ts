import { definePlugin } from '@octavo/plugin'
import { z } from 'zod'

/** A block of its own, and another form of a block that every site has. */
export const plugin = definePlugin({
  id: 'poll-blocks',
  name: 'Polls',
  version: '1.0.0',
  blocks: [
    {
      type: 'poll',
      title: 'Poll */ with a "title"',
      schema: z.strictObject({
        question: z.string(),
        answers: z.array(z.enum(['yes', 'no'])),
        votes: z.int().default(0),
        'odd key': z.union([z.string(), z.null()]).optional(),
        pair: z.tuple([z.number(), z.boolean()]).optional(),
        limits: z.record(z.string(), z.number()).optional(),
      }),
    },
    {
      type: 'map',
      title: 'Map',
      schema: z.strictObject({ place: z.strictObject({ latitude: z.number(), longitude: z.number() }) }),
    },
  ],
})
