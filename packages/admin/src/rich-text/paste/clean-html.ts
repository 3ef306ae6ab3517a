import { isSafeUrl } from '@octavo/contract/url'
import { flattenItems } from './list-items.ts'

/**
 * Elements that are always removed: scripts, forms, and elements that load resources. `style` is not among them,
 * because it marks Word's lists; the reader of lists removes it.
 */
const unwantedElements =
  'script, noscript, template, iframe, object, embed, applet, svg, math, canvas, audio, video, input, button, select, textarea, meta, link, base, title'

/**
 * Selector of the element in which Google Docs wraps copied content, by which the converter recognizes it. A nested one
 * is from elsewhere, so its id is removed.
 */
const googleMark = '[id^="docs-internal-guid"]'

/** What was removed from pasted content, for the notice. */
export interface LeftOut {
  pictures: number
  links: number
}

/** Parses pasted HTML and keeps only text, formatting and safe links. Nothing in it is executed or loaded. */
export function cleanHtml(html: string, leftOut: LeftOut): Document {
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const element of page.querySelectorAll(unwantedElements)) element.remove()
  for (const image of page.querySelectorAll('img, picture')) replacePicture(image, leftOut)
  for (const anchor of page.querySelectorAll('a')) cleanLink(anchor, leftOut)
  for (const marked of page.querySelectorAll(googleMark))
    if (marked.parentElement !== page.body) marked.removeAttribute('id')
  if (page.querySelector(googleMark) !== null) spanTexts(page)
  flattenItems(page)
  // A blank between two text nodes would be removed as white space between elements.
  page.normalize()
  return page
}

/** External images cannot be imported: those on the web become links, others are removed. */
function replacePicture(image: Element, leftOut: LeftOut): void {
  if (!image.isConnected) return
  const source = image.tagName === 'IMG' ? image : image.querySelector('img')
  const width = Number(source?.getAttribute('width') ?? NaN)
  const url = source?.getAttribute('src') ?? ''
  // Tracking pixels are removed without a notice; an image without a width (NaN) is none.
  if (width <= 2) return image.remove()
  leftOut.pictures++
  if (!/^https?:/i.test(url) || !isSafeUrl(url)) return removeWithParagraph(image)
  const anchor = image.ownerDocument.createElement('a')
  anchor.href = url
  anchor.textContent = source?.getAttribute('alt')?.trim() || nameOf(url)
  if (image.closest('a') === null) image.replaceWith(anchor)
  else image.replaceWith(anchor.textContent)
}

/** Removes an image, and its paragraph if nothing else is in it. */
function removeWithParagraph(image: Element): void {
  const paragraph = image.closest('p, figure')
  image.remove()
  if (paragraph?.textContent?.trim() === '' && paragraph.querySelector('a') === null) paragraph.remove()
}

function nameOf(url: string): string {
  const name = new URL(url).pathname.split('/').at(-1) ?? ''
  return name === '' ? new URL(url).hostname : decodeOrKeep(name)
}

function decodeOrKeep(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Keeps a safe link; of another one, only the text stays. Links that could run a script are counted. */
function cleanLink(anchor: HTMLAnchorElement, leftOut: LeftOut): void {
  const original = anchor.getAttribute('href')?.trim() ?? ''
  const href = withoutRedirect(original)
  if (href !== '' && isSafeUrl(href)) {
    anchor.setAttribute('href', href)
    anchor.removeAttribute('target')
    return
  }
  if (/^(javascript|data|vbscript):/i.test(original.replace(/[\p{Cc}\p{Z}]/gu, ''))) leftOut.links++
  anchor.replaceWith(...anchor.childNodes)
}

/** Wraps text outside of spans in spans, because the parser reads only spans in HTML of Google Docs. */
function spanTexts(page: Document): void {
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode() !== null) texts.push(walker.currentNode as Text)
  for (const text of texts) {
    if (text.data.trim() === '' || text.parentElement?.closest('span') !== null) continue
    const span = page.createElement('span')
    text.replaceWith(span)
    span.append(text)
  }
}

/** The target of a link of Google Docs, which redirects every link through its own host. */
function withoutRedirect(href: string): string {
  if (!href.startsWith('https://www.google.com/url?')) return href
  return new URL(href).searchParams.get('q') ?? href
}
