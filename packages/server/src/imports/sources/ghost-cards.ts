import markdownIt from 'markdown-it'

type Payload = Readonly<Record<string, unknown>>

const markdown = markdownIt({ html: true })

/** The HTML of a card of Ghost's editors. One without an equivalent is an element that is kept as it is. */
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
      return element(
        'figure',
        { class: 'wp-block-gallery' },
        images.map((one) => element('figure', {}, imageHtml(one))).join('') + captionHtml(card),
      )
    }
    case 'code':
    case 'codeblock':
      return element(
        'pre',
        {},
        element(
          'code',
          { class: text('language') === '' ? null : `language-${text('language')}` },
          escapeHtml(text('code')),
        ),
      )
    case 'embed':
      return text('url') === '' ? text('html') : figure(element('iframe', { src: text('url') }, ''), card)
    case 'bookmark': {
      const { title, description } = (card['metadata'] ?? {}) as { title?: unknown; description?: unknown }
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
        paragraph(text('caption'))
      )
    }
    case 'callout':
      return element(
        'blockquote',
        {},
        paragraph(`${escapeHtml(text('calloutEmoji'))} ${text('calloutText')}`.trim()),
      )
    case 'toggle':
      return element('details', {}, element('summary', {}, text('heading')) + text('content'))
    case 'button':
      return element('p', {}, element('a', { href: card['buttonUrl'] }, escapeHtml(text('buttonText'))))
    case 'video':
    case 'audio':
      return figure(element(name, { src: card['src'] }, ''), card)
    case 'file':
      return (
        element(
          'p',
          {},
          element(
            'a',
            { href: card['src'] },
            escapeHtml(text('fileTitle') || text('fileName') || text('src')),
          ),
        ) + paragraph(escapeHtml(text('fileCaption')))
      )
    default:
      return element('ghost-card', { 'data-card': name }, escapeHtml(JSON.stringify(card)))
  }
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

/** Captions are HTML. */
function captionHtml({ caption }: Payload): string {
  return typeof caption === 'string' && caption !== '' ? element('figcaption', {}, caption) : ''
}

function paragraph(html: string): string {
  return html === '' ? '' : element('p', {}, html)
}

/** An element; `inner` is null for one that has no end. */
export function element(tag: string, said: Payload, inner: string | null): string {
  const parts = Object.entries(said)
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
