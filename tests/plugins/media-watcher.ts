import { definePlugin, Refusal } from '@octavo/plugin'
import type { Events } from '@octavo/plugin/hooks'

/** What the hooks have heard, for tests in the same process. */
export const heard: [hook: string, event: Partial<Events['media:beforeUpload']>][] = []

export const plugin = definePlugin({
  id: 'media-watcher',
  name: 'Media watcher',
  version: '1.0.0',
  hooks: {
    'media:beforeUpload': (event) => {
      heard.push(['beforeUpload', event])
      switch (event.filename) {
        case 'refused.png':
          return new Refusal('not this file', { path: 'filename' })
        case 'broken.png':
          throw new Error('secret reason')
        case 'amended.png':
          return { data: { alt: `${String(event.data['alt'])}, amended` } }
        case 'spoiled.png':
          return { data: { alt: 42, title: 'none' } }
        case 'poisoned.png':
          return { data: { alt: 'a\u0000b' } }
        default:
          return undefined
      }
    },
    'media:afterUpload': (event) => void heard.push(['afterUpload', event]),
    'media:beforeUpdate': (event) => {
      heard.push(['beforeUpdate', event])
      switch (event.data['caption']) {
        case 'refused':
          return new Refusal('not these words', { path: 'caption' })
        case 'amended':
          return { data: { ...event.data, alt: 'by the plugin' } }
        case 'spoiled':
          return { data: { alt: 42 } }
        default:
          return undefined
      }
    },
    'media:afterUpdate': (event) => void heard.push(['afterUpdate', event]),
    'media:beforeDelete': (event) => {
      heard.push(['beforeDelete', event])
      return event.filename === 'kept.png' ? new Refusal('it is kept') : undefined
    },
    'media:afterDelete': (event) => void heard.push(['afterDelete', event]),
  },
})
