/** Shortcodes that show a page of another site → the address of the page; null if the attributes name none */
const makers: Readonly<Record<string, (attributes: ShortcodeAttributes) => string | null>> = {
  youtube: (attributes) => addressOfId(attributes, 'https://www.youtube.com/watch?v=', /^[\w-]{11}$/),
  vimeo: (attributes) => addressOfId(attributes, 'https://vimeo.com/', /^\d{4,12}$/),
  dailymotion: (attributes) =>
    addressOfId(attributes, 'https://www.dailymotion.com/video/', /^[a-z0-9]{5,12}$/i),
  wpvideo: (attributes) => addressOfId(attributes, 'https://videopress.com/v/', /^[a-z0-9]{8}$/i),
  videopress: (attributes) => addressOfId(attributes, 'https://videopress.com/v/', /^[a-z0-9]{8}$/i),
  // Its id has further parameters: `[slideshare id=123&doc=name]`.
  slideshare: (attributes) => {
    const id = /^\d{1,12}(?=&|$)/.exec(decoded(attributes['id'] ?? ''))?.[0]
    return id === undefined
      ? givenAddress(attributes)
      : `https://www.slideshare.net/slideshow/embed_code/${id}`
  },
  tweet: (attributes) => addressOfId(attributes, 'https://twitter.com/i/status/', /^\d{5,20}$/),
  soundcloud: givenAddress,
  instagram: givenAddress,
  ted: givenAddress,
  gist: (attributes) => {
    const id = /^(?:[\w-]{1,39}\/)?[0-9a-f]{5,40}$/i.exec(addressOrId(attributes) ?? '')?.[0]
    return id === undefined ? givenAddress(attributes) : `https://gist.github.com/${id}`
  },
  googlemaps: givenAddress,
  spotify: (attributes) => {
    const uri = /^spotify:(track|album|artist|playlist|episode|show):([a-z0-9]{10,40})$/i.exec(
      addressOrId(attributes) ?? '',
    )
    return uri === null ? givenAddress(attributes) : `https://open.spotify.com/${uri[1]}/${uri[2]}`
  },
}

type ShortcodeAttributes = Readonly<Record<string, string>>

export const embedShortcodes: readonly string[] = Object.keys(makers)

/** Whether a shortcode shows a page of another site. */
export function isEmbedShortcode(name: string): boolean {
  return Object.hasOwn(makers, name)
}

/** The address that a shortcode shows; null if it names none. */
export function addressOfShortcode(name: string, attributes: ShortcodeAttributes): string | null {
  return Object.hasOwn(makers, name) ? (makers[name]?.(attributes) ?? null) : null
}

/** The address for an id of the given form, or the address that is given in full. */
function addressOfId(attributes: ShortcodeAttributes, base: string, id: RegExp): string | null {
  const given = addressOrId(attributes)
  if (given !== null && id.test(given)) return base + given
  return givenAddress(attributes)
}

/** The address or id, by its name or its position: in `[youtube=…]` it follows the equals sign. Null without one. */
function addressOrId(attributes: ShortcodeAttributes): string | null {
  const given = attributes['url'] ?? attributes['id'] ?? attributes['src'] ?? attributes['0']
  return given === undefined ? null : decoded(given).replace(/^=/, '').trim()
}

/** The address that is given in full; null without one. */
function givenAddress(attributes: ShortcodeAttributes): string | null {
  const given = addressOrId(attributes)
  const text = given?.startsWith('//') === true ? `https:${given}` : given
  const url = text === null || text === undefined ? null : URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) return null
  // Parameters for the size of the player do not belong to the address. Without them the address stays as it is
  // written.
  const parameters = url.search.slice(1).split('&')
  const otherParameters = parameters.filter((one) => !/^(w|h|width|height)=\d*$/i.test(one))
  if (otherParameters.length === parameters.length) return url.href
  url.search = otherParameters.join('&')
  return url.href
}

/**
 * A value without entities, and without curly quotation marks, which copied shortcodes have in place of straight ones.
 */
function decoded(text: string): string {
  return text.replace(/&(amp|#0*38|#x26);/gi, '&').replace(/[“”″]/g, '')
}
