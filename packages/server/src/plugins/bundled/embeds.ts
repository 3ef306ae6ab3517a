import { definePlugin, Refusal } from '@octavo/plugin'
import { z } from 'zod'

/** Only the web: `javascript:` and the like would run where the block is shown. */
const address = z
  .url({
    protocol: /^https?$/,
    hostname: z.regexes.domain,
    error: 'must be an address like https://example.com/…',
  })
  .max(2000)

const caption = z.string().max(500).optional()

/**
 * Videos, posts and maps of other sites, by address. How they are shown is up to the site: it looks at the host of
 * `url`, or at nothing and links to it.
 */
export const embeds = definePlugin({
  id: 'embeds',
  name: 'Embeds',
  version: '1.0.0',
  description: 'Blocks for videos, posts and maps of other sites, by their address.',
  settings: z.strictObject({
    allowedHosts: z
      .array(z.string().max(253).toLowerCase())
      .default([])
      .meta({ description: 'hosts that may be embedded, their subdomains included; none: any' }),
  }),
  blocks: [
    {
      type: 'video',
      title: 'Video',
      schema: z.strictObject({ url: address, title: z.string().max(200).optional(), caption }),
    },
    { type: 'post', title: 'Post', schema: z.strictObject({ url: address, caption }) },
    {
      type: 'map',
      title: 'Map',
      schema: z.strictObject({
        url: address,
        latitude: z.number().min(-90).max(90).optional(),
        longitude: z.number().min(-180).max(180).optional(),
        caption,
      }),
    },
  ],
  hooks: {
    'content:beforeSave': ({ data }, { settings }) => {
      const { allowedHosts } = settings
      if (allowedHosts.length === 0) return
      for (const { field, index, url } of embeddedIn(data)) {
        const { hostname } = new URL(url)
        if (allowedHosts.some((host) => hostname === host || hostname.endsWith(`.${host}`))) continue
        throw new Refusal(
          `${hostname} is not among the hosts that may be embedded (${allowedHosts.join(', ')})`,
          {
            path: `data.${field}.${index}.url`,
          },
        )
      }
    },
  },
})

const types = ['video', 'post', 'map']

interface Embedded {
  readonly field: string
  readonly index: number
  readonly url: string
}

/** The embeds in all rich text of an item. */
function embeddedIn(data: Readonly<Record<string, unknown>>): Embedded[] {
  return Object.entries(data).flatMap(([field, value]) =>
    (Array.isArray(value) ? value : []).flatMap((block: unknown, index): Embedded[] => {
      const { _type, url } = (block ?? {}) as { _type?: unknown; url?: unknown }
      const isEmbed = types.includes(String(_type)) && typeof url === 'string' && URL.canParse(url)
      return isEmbed ? [{ field, index, url }] : []
    }),
  )
}
