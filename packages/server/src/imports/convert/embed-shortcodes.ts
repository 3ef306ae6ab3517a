/** Shortcodes that show a page of another site; each makes its address of its attributes. */
const makers: Readonly<Record<string, (said: Said) => string | null>> = {
  youtube: (said) => videoOf(said, 'https://www.youtube.com/watch?v=', /^[\w-]{11}$/),
  vimeo: (said) => videoOf(said, 'https://vimeo.com/', /^\d{4,12}$/),
  dailymotion: (said) => videoOf(said, 'https://www.dailymotion.com/video/', /^[a-z0-9]{5,12}$/i),
  wpvideo: (said) => videoOf(said, 'https://videopress.com/v/', /^[a-z0-9]{8}$/i),
  videopress: (said) => videoOf(said, 'https://videopress.com/v/', /^[a-z0-9]{8}$/i),
  slideshare: (said) => {
    const id = /^\d{1,12}(?=&|$)/.exec(plain(said['id'] ?? ''))?.[0]
    return id === undefined ? givenAddress(said) : `https://www.slideshare.net/slideshow/embed_code/${id}`
  },
  tweet: (said) => videoOf(said, 'https://twitter.com/i/status/', /^\d{5,20}$/),
  soundcloud: givenAddress,
  instagram: givenAddress,
  ted: givenAddress,
  gist: (said) => {
    const id = /^(?:[\w-]{1,39}\/)?[0-9a-f]{5,40}$/i.exec(first(said) ?? '')?.[0]
    return id === undefined ? givenAddress(said) : `https://gist.github.com/${id}`
  },
  googlemaps: givenAddress,
  spotify: (said) => {
    const uri = /^spotify:(track|album|artist|playlist|episode|show):([a-z0-9]{10,40})$/i.exec(
      first(said) ?? '',
    )
    return uri === null ? givenAddress(said) : `https://open.spotify.com/${uri[1]}/${uri[2]}`
  },
}

type Said = Readonly<Record<string, string>>

export const embedShortcodes: readonly string[] = Object.keys(makers)

/** Whether a shortcode shows a page of another site. */
export function isEmbedShortcode(name: string): boolean {
  return Object.hasOwn(makers, name)
}

/** The address that a shortcode shows; null if it names none. */
export function addressOfShortcode(name: string, said: Said): string | null {
  return Object.hasOwn(makers, name) ? (makers[name]?.(said) ?? null) : null
}

function videoOf(said: Said, base: string, id: RegExp): string | null {
  const given = first(said)
  if (given !== null && id.test(given)) return base + given
  return givenAddress(said)
}

/** The first value, by its name or its position: `[youtube=…]` has it behind the sign. */
function first(said: Said): string | null {
  const given = said['url'] ?? said['id'] ?? said['src'] ?? said['0']
  return given === undefined ? null : plain(given).replace(/^=/, '').trim()
}

function givenAddress(said: Said): string | null {
  const given = first(said)
  const text = given?.startsWith('//') === true ? `https:${given}` : given
  const url = text === null || text === undefined ? null : URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) return null
  // The size of the player is ignored.
  const parameters = url.search.slice(1).split('&')
  const kept = parameters.filter((one) => !/^(w|h|width|height)=\d*$/i.test(one))
  if (kept.length === parameters.length) return url.href
  url.search = kept.join('&')
  return url.href
}

function plain(text: string): string {
  return text.replace(/&(amp|#0*38|#x26);/gi, '&').replace(/[“”″]/g, '')
}
