/** The player of a provider that can be shown within a page. */
export interface Player {
  readonly provider: string
  /** the address of the player, for a frame */
  readonly src: string
}

interface Address {
  readonly protocol: string
  readonly hostname: string
  readonly pathname: string
  readonly searchParams: { get: (name: string) => string | null }
}

/** `URL` of browsers and Node; these sources have no types for it. Pages load this file, so it must not use Zod. */
declare const URL: { canParse: (url: string) => boolean; new (url: string): Address }

interface Provider {
  readonly name: string
  /** hosts, including their subdomains */
  readonly hosts: readonly string[]
  /** the origin of its player */
  readonly origin: string
  /** the path of the player with its query; null for an address that names nothing to play */
  readonly path: (url: Address) => string | null
}

const providers: readonly Provider[] = [
  {
    name: 'YouTube',
    hosts: ['youtube.com', 'youtube-nocookie.com', 'youtu.be'],
    // The host that sets no cookies before somebody plays.
    origin: 'https://www.youtube-nocookie.com',
    path: (url) => {
      const [first, second] = segmentsOf(url)
      const isShort = url.hostname.endsWith('youtu.be')
      // The id: the first segment of a short link, else the parameter `v`, else the segment after one of these words.
      const named = ['embed', 'shorts', 'live', 'v'].includes(first ?? '') ? second : null
      const id = isShort ? first : (url.searchParams.get('v') ?? named)
      return idPath('/embed/', id)
    },
  },
  {
    name: 'Vimeo',
    hosts: ['vimeo.com'],
    origin: 'https://player.vimeo.com',
    // The id is the first segment that is a number, as in `/123` and `/channels/staffpicks/123`.
    path: (url) =>
      idPath(
        '/video/',
        segmentsOf(url).find((part) => /^\d+$/.test(part)),
      ),
  },
  {
    name: 'Spotify',
    hosts: ['open.spotify.com'],
    origin: 'https://open.spotify.com',
    path: (url) => {
      const parts = segmentsOf(url).filter((part) => part !== 'embed' && !part.startsWith('intl-'))
      const [kind, id] = parts
      const isKnown = ['track', 'album', 'playlist', 'artist', 'episode', 'show'].includes(kind ?? '')
      return isKnown ? idPath(`/embed/${kind ?? ''}/`, id) : null
    },
  },
  {
    name: 'SoundCloud',
    hosts: ['soundcloud.com'],
    origin: 'https://w.soundcloud.com',
    // A track has at least two segments, its artist and its name. `w.` is the host of the player itself.
    path: (url) =>
      segmentsOf(url).length < 2 || url.hostname.startsWith('w.')
        ? null
        : `/player/?url=${encodeURIComponent(`https://soundcloud.com${url.pathname}`)}`,
  },
]

/** The origins of all players, for a Content-Security-Policy. */
export const playerOrigins: readonly string[] = providers.map(({ origin }) => origin)

/** The player for an embedded address; null where none is known. */
export function playerOf(address: string): Player | null {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
  const provider = providers.find(({ hosts }) =>
    hosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`)),
  )
  const path = provider?.path(url) ?? null
  return provider === undefined || path === null
    ? null
    : { provider: provider.name, src: provider.origin + path }
}

function segmentsOf({ pathname }: Address): string[] {
  return pathname.split('/').filter((part) => part !== '')
}

/** Ids of providers are short and plain: nothing else becomes a part of the address. */
function idPath(path: string, id: string | null | undefined): string | null {
  return typeof id === 'string' && /^[\w-]{1,64}$/.test(id) ? path + id : null
}
