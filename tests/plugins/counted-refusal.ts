import { definePlugin, Refusal } from '@octavo/plugin'
import { z } from 'zod'

/** How many publications go through before one is refused; null: all. */
export const allowed: { left: number | null } = { left: null }

export const plugin = definePlugin({
  id: 'counted-refusal',
  name: 'Counted refusal',
  version: '1.0.0',
  settings: z.strictObject({}),
  hooks: {
    'content:beforeSave': ({ data }) =>
      data['title'] === 'change me' ? { data: { title: 'changed by the plugin' } } : undefined,
    'content:beforePublish': () => {
      if (allowed.left === null) return
      if (allowed.left === 0) throw new Refusal('not this one')
      allowed.left--
    },
  },
})
