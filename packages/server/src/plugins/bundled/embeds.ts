import { type BlockProblem, definePlugin } from '@octavo/plugin'
import { z } from 'zod'

/** An address of the web: others, such as `javascript:`, would run in the page that shows the block. */
const address = z
  .url({
    protocol: /^https?$/,
    hostname: z.regexes.domain,
    error: 'must be an address like https://example.com/…',
  })
  .max(2000)

const caption = z.string().max(500).optional()

/** A bare host name, as in an address. */
const host = z
  .string()
  .max(253)
  .toLowerCase()
  .regex(z.regexes.domain, 'must be the name of a host, as example.com')

const settings = z.strictObject({
  allowedHosts: z
    .array(host)
    .default([])
    .meta({ description: 'hosts that may be embedded, their subdomains included; none: any' }),
})

/** Whether the host of an embed is allowed. */
function check(
  { url }: Readonly<Record<string, unknown>>,
  { allowedHosts }: z.output<typeof settings>,
): BlockProblem | undefined {
  const { hostname } = new URL(String(url))
  const isAllowed = allowedHosts.some((one) => hostname === one || hostname.endsWith(`.${one}`))
  if (allowedHosts.length === 0 || isAllowed) return undefined
  return {
    path: 'url',
    message: `${hostname} is not among the hosts that may be embedded (${allowedHosts.join(', ')})`,
  }
}

/**
 * Embedded videos, posts and maps of other sites, by address. The site decides how to show them: by the host of `url`,
 * or as a plain link.
 */
export const embeds = definePlugin({
  id: 'embeds',
  name: 'Embeds',
  version: '1.0.0',
  description: 'Blocks for videos, posts and maps of other sites, by their address.',
  settings,
  blocks: [
    {
      type: 'video',
      title: 'Video',
      schema: z.strictObject({ url: address, title: z.string().max(200).optional(), caption }),
      check,
    },
    { type: 'post', title: 'Post', schema: z.strictObject({ url: address, caption }), check },
    {
      type: 'map',
      title: 'Map',
      schema: z.strictObject({
        url: address,
        latitude: z.number().min(-90).max(90).optional(),
        longitude: z.number().min(-180).max(180).optional(),
        caption,
      }),
      check,
    },
  ],
})
