import markdownIt from 'markdown-it'

type Payload = Readonly<Record<string, unknown>>

const markdown = markdownIt({ html: true })

/**
 * The HTML of a card of Ghost's editors, whose names for a card can differ. Captions (other than those of files) and
 * the texts of callouts and toggles are HTML already. A card without an equivalent becomes an element that is kept as
 * HTML.
 */
export function cardHtml(name: string, card: Payload): string {
  const text = (key: string): string => (typeof card[key] === 'string' ? card[key] : '')
  switch (name) {
    case 'markdown':
    case 'card-markdown':
      return markdown.render(text('markdown'))
    case 'html':
      return text('html')
    case 'hr':
    case 'horizontalrule':
      return '<hr>'
    case 'image':
      return figure(imageHtml(card), card)
    case 'gallery': {
      const images = Array.isArray(card['images']) ? (card['images'] as Payload[]) : []
      // The conversion of HTML recognises a gallery by this class.
      return element(
        'figure',
        { class: 'wp-block-gallery' },
        images.map((one) => figure(imageHtml(one), one)).join('') + captionHtml(card),
      )
    }
    case 'code':
    case 'codeblock':
      return codeHtml({ code: text('code'), language: text('language') }) + paragraph(text('caption'))
    case 'embed':
      return text('url') === '' ? text('html') : figure(element('iframe', { src: text('url') }, ''), card)
    case 'bookmark':
      return bookmarkHtml(card['url'], (card['metadata'] ?? {}) as Payload) + paragraph(text('caption'))
    case 'callout':
      return calloutHtml(text('calloutEmoji'), text('calloutText'))
    case 'toggle':
      return toggleHtml(text('heading'), text('content'))
    case 'button':
      return element('p', {}, element('a', { href: card['buttonUrl'] }, escapeHtml(text('buttonText'))))
    case 'video':
      return videoHtml({
        src: text('src'),
        poster: text('customThumbnailSrc') || text('thumbnailSrc'),
        caption: text('caption'),
      })
    case 'audio':
      return audioHtml({ src: text('src'), title: text('title'), thumbnail: text('thumbnailSrc') })
    case 'file':
      return fileHtml({
        src: text('src'),
        title: text('fileTitle'),
        caption: text('fileCaption'),
        name: text('fileName'),
        size: '',
      })
    default:
      return element('ghost-card', { 'data-card': name }, escapeHtml(JSON.stringify(card)))
  }
}

function codeHtml({ code, language }: Record<'code' | 'language', string>): string {
  const className = language === '' ? null : `language-${language}`
  return element('pre', {}, element('code', { class: className }, escapeHtml(code)))
}

/** A link to another page, with what its metadata say: title, description, author, publisher and picture. */
function bookmarkHtml(url: unknown, metadata: Payload): string {
  const text = (key: string): string => (typeof metadata[key] === 'string' ? metadata[key] : '')
  const link = (html: string): string => element('p', {}, element('a', { href: url }, html))
  const names = [text('author'), text('publisher')].filter((name) => name !== '')
  const picture =
    text('thumbnail') === '' ? '' : link(element('img', { src: text('thumbnail'), alt: '' }, null))
  return [
    link(escapeHtml(text('title') || (typeof url === 'string' ? url : ''))),
    paragraph(escapeHtml(text('description'))),
    paragraph(escapeHtml(names.join(', '))),
    picture,
  ].join('')
}

/** A highlighted text, which becomes a quote. */
export function calloutHtml(emoji: string, text: string): string {
  return element('blockquote', {}, paragraph(`${escapeHtml(emoji)} ${text}`.trim()))
}

export function toggleHtml(heading: string, content: string): string {
  return element('details', {}, element('summary', {}, heading) + content)
}

export function videoHtml({ src, poster, caption }: Record<'src' | 'poster' | 'caption', string>): string {
  return figure(element('video', { src, poster: poster === '' ? null : poster }, ''), { caption })
}

/** The picture of an audio file, then its player with the title as caption. */
export function audioHtml({ src, title, thumbnail }: Record<'src' | 'title' | 'thumbnail', string>): string {
  const picture = thumbnail === '' ? '' : element('p', {}, element('img', { src: thumbnail, alt: '' }, null))
  return picture + figure(element('audio', { src }, ''), { caption: escapeHtml(title) })
}

/** A link to a file, with the details of its card; `size` is a text for readers, such as `2 MB`. */
export function fileHtml({
  src,
  title,
  caption,
  name,
  size,
}: Record<'src' | 'title' | 'caption' | 'name' | 'size', string>): string {
  const label = title || name || src
  const details = [name === label ? '' : name, size].filter((one) => one !== '').join(', ')
  const link = element('p', {}, element('a', { href: src }, escapeHtml(label)))
  return link + paragraph(escapeHtml(caption)) + paragraph(escapeHtml(details))
}

/** An image, in a link if its card has an address. */
function imageHtml(card: Payload): string {
  const { src, alt, title, width, height, href } = card
  const image = element(
    'img',
    { src, alt: alt ?? '', title: title === '' ? null : title, width, height },
    null,
  )
  return typeof href === 'string' && href !== '' ? element('a', { href }, image) : image
}

/** A figure with the caption of a card. */
function figure(html: string, card: Payload): string {
  return element('figure', {}, html + captionHtml(card))
}

/** The caption of a card; empty without one. */
function captionHtml({ caption }: Payload): string {
  return typeof caption === 'string' && caption !== '' ? element('figcaption', {}, caption) : ''
}

/** A paragraph; empty for an empty text. */
function paragraph(html: string): string {
  return html === '' ? '' : element('p', {}, html)
}

/** An element, with those attributes that are texts or numbers; `inner` is null for one that has no end. */
export function element(tag: string, attributes: Payload, inner: string | null): string {
  const parts = Object.entries(attributes)
    .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
    .map(([key, value]) => ` ${key}="${escapeHtml(String(value))}"`)
  const start = `<${tag}${parts.join('')}>`
  return inner === null ? start : `${start}${inner}</${tag}>`
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
