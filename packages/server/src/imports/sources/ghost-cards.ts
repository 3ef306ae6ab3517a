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
      return (
        element(
          'pre',
          {},
          element(
            'code',
            { class: text('language') === '' ? null : `language-${text('language')}` },
            escapeHtml(text('code')),
          ),
        ) + paragraph(text('caption'))
      )
    case 'embed':
      return text('url') === '' ? text('html') : figure(element('iframe', { src: text('url') }, ''), card)
    case 'bookmark': {
      const { title, description, author, publisher, thumbnail } = (card['metadata'] ?? {}) as Payload
      const names = [author, publisher].filter((one) => typeof one === 'string' && one !== '')
      return (
        element(
          'p',
          {},
          element(
            'a',
            { href: card['url'] },
            escapeHtml(typeof title === 'string' && title !== '' ? title : text('url')),
          ),
        ) +
        paragraph(typeof description === 'string' ? escapeHtml(description) : '') +
        paragraph(escapeHtml(names.join(', '))) +
        (typeof thumbnail === 'string' && thumbnail !== ''
          ? element(
              'p',
              {},
              element('a', { href: card['url'] }, element('img', { src: thumbnail, alt: '' }, null)),
            )
          : '') +
        paragraph(text('caption'))
      )
    }
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

export function calloutHtml(emoji: string, text: string): string {
  return element('blockquote', {}, paragraph(`${escapeHtml(emoji)} ${text}`.trim()))
}

export function toggleHtml(heading: string, content: string): string {
  return element('details', {}, element('summary', {}, heading) + content)
}

export function videoHtml({ src, poster, caption }: Record<'src' | 'poster' | 'caption', string>): string {
  return figure(element('video', { src, poster: poster === '' ? null : poster }, ''), { caption })
}

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
  const shown = title || name || src
  const rest = [name === shown ? '' : name, size].filter((one) => one !== '').join(', ')
  const link = element('p', {}, element('a', { href: src }, escapeHtml(shown)))
  return link + paragraph(escapeHtml(caption)) + paragraph(escapeHtml(rest))
}

function imageHtml(card: Payload): string {
  const { src, alt, title, width, height, href } = card
  const image = element(
    'img',
    { src, alt: alt ?? '', title: title === '' ? null : title, width, height },
    null,
  )
  return typeof href === 'string' && href !== '' ? element('a', { href }, image) : image
}

function figure(html: string, card: Payload): string {
  return element('figure', {}, html + captionHtml(card))
}

function captionHtml({ caption }: Payload): string {
  return typeof caption === 'string' && caption !== '' ? element('figcaption', {}, caption) : ''
}

function paragraph(html: string): string {
  return html === '' ? '' : element('p', {}, html)
}

/** An element; `inner` is null for one that has no end. */
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
