import { definePlugin } from '@octavo/plugin'
import { z } from 'zod'

/** A plugin without hooks, with every type of setting. */
export const plugin = definePlugin({
  id: 'every-setting',
  name: 'Every setting',
  version: '2.1.0',
  description: 'For the form that is made from settings.',
  settings: z.strictObject({
    greeting: z.string().max(20).default('Hello').meta({ description: 'said first' }),
    homepage: z.url().optional(),
    contact: z.email().optional(),
    most: z.int().min(1).max(10).default(3),
    share: z.number().optional(),
    isLoud: z.boolean().default(false),
    tone: z.enum(['friendly', 'formal']).default('friendly'),
    words: z.array(z.string().max(5)).default([]),
    box: z.strictObject({ width: z.int().min(1).default(100), name: z.string().optional() }).prefault({}),
    anything: z.json().optional(),
    apiKey: z.string().min(3).optional().meta({ secret: true, description: 'of the other service' }),
  }),
})
