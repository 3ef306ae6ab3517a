import {
  attribute,
  classesOf,
  type Element,
  findElement,
  findTag,
  isElement,
  lineWithin,
  type Node,
  outerHtml,
  parseHtml,
} from '../convert/html.ts'
import { audioHtml, calloutHtml, fileHtml, toggleHtml, videoHtml } from './ghost-cards.ts'

/**
 * Replaces cards in the HTML of Ghost that contain controls, such as players and toggles, by plain HTML with their
 * content.
 */
export function withPlainCards(html: string): string {
  const nodes = html.includes('kg-card') ? parseHtml(html) : null
  if (nodes === null) return html
  return nodes.map((node) => (isElement(node) ? plainCard(node) : null) ?? outerHtml(node)).join('')
}

/**
 * The plain HTML of a card; null for another element, for a card without controls, and if an expected part is missing.
 */
function plainCard(card: Element): string | null {
  const name = classesOf(card).find((one) => Object.hasOwn(cards, one))
  return name === undefined ? null : (cards[name]?.(card) ?? null)
}

const cards: Readonly<Record<string, (card: Element) => string | null>> = {
  'kg-toggle-card': (card) => {
    const heading = partWithClass(card, 'kg-toggle-heading-text')
    const content = partWithClass(card, 'kg-toggle-content')
    return heading === null || content === null ? null : toggleHtml(innerHtml(heading), innerHtml(content))
  },
  'kg-callout-card': (card) => {
    const text = partWithClass(card, 'kg-callout-text')
    const emoji = partWithClass(card, 'kg-callout-emoji')
    return text === null
      ? null
      : calloutHtml(emoji === null ? '' : lineWithin(emoji.childNodes), innerHtml(text))
  },
  'kg-file-card': (card) => {
    const link = findTag(card.childNodes, 'a')
    const text = (part: string): string => textOf(card, `kg-file-card-${part}`)
    if (link === null) return null
    return fileHtml({
      src: attribute(link, 'href'),
      title: text('title'),
      caption: text('caption'),
      name: text('filename'),
      size: text('filesize'),
    })
  },
  'kg-audio-card': (card) => {
    const player = findTag(card.childNodes, 'audio')
    const image = partWithClass(card, 'kg-audio-thumbnail')
    const thumbnail = image === null ? '' : attribute(image, 'src')
    return player === null
      ? null
      : audioHtml({ src: attribute(player, 'src'), title: textOf(card, 'kg-audio-title'), thumbnail })
  },
  'kg-video-card': (card) => {
    const player = findTag(card.childNodes, 'video')
    const caption = findTag(card.childNodes, 'figcaption')
    if (player === null) return null
    return videoHtml({
      src: attribute(player, 'src'),
      poster: attribute(player, 'poster'),
      caption: caption === null ? '' : innerHtml(caption),
    })
  },
}

/** The first element with a class within a card. */
function partWithClass(card: Element, name: string): Element | null {
  return findElement(card.childNodes, (one) => classesOf(one).includes(name))
}

function textOf(card: Element, name: string): string {
  const found = partWithClass(card, name)
  return found === null ? '' : lineWithin(found.childNodes)
}

function innerHtml({ childNodes }: { readonly childNodes: readonly Node[] }): string {
  return childNodes.map(outerHtml).join('')
}
