import { definePlugin } from '@octavo/plugin'
import { z } from 'zod'

const picture = z.strictObject({ id: z.string(), alt: z.string().optional() })

/** Blocks that refer to media and accept no other members; one has a check beyond its schema. */
export const plugin = definePlugin({
  id: 'strict-blocks',
  name: 'Strict blocks',
  description: 'Blocks of the tests that refer to media',
  version: '1.0.0',
  blocks: [
    { type: 'hero', title: 'Hero', schema: z.strictObject({ picture, others: z.array(picture).optional() }) },
    {
      type: 'poster',
      title: 'Poster',
      schema: z.strictObject({ id: z.string(), layout: z.string() }),
      check: ({ layout }) =>
        layout === 'torn' ? { path: 'layout', message: 'must not be torn' } : undefined,
    },
  ],
})
