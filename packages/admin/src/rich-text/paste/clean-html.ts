import { isSafeUrl } from '@octavo/contract/url'
import { flattenItems } from './list-items.ts'

/** Elements that are always removed: scripts, forms and what loads resources. Styles mark Word's lists; the list reader removes them. */
const unwanted =
  'script, noscript, template, iframe, object, embed, applet, svg, math, canvas, audio, video, form input, input, button, select, textarea, meta, link, base, title'

/** Google Docs wraps all that it copies in one such element; within other elements the mark is of no use. */
export const googleMark = '[id^="docs-internal-guid"]'

/** What was left out of a paste, for the notice. */
export interface LeftOut {
  pictures: number
  links: number
}

/** The document of pasted HTML with nothing in it but text, its look and safe links. Nothing of it runs or loads. */
export function cleanHtml(html: string, leftOut: LeftOut): Document {
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const element of page.querySelectorAll(unwanted)) element.remove()
  for (const image of page.querySelectorAll('img, picture')) replacePicture(image, leftOut)
  for (const anchor of page.querySelectorAll('a')) cleanLink(anchor, leftOut)
  for (const marked of page.querySelectorAll(googleMark))
    if (marked.parentElement !== page.body) marked.removeAttribute('id')
  if (page.querySelector(googleMark) !== null) spanTexts(page)
  flattenItems(page)
  // A blank between two pieces of text would be taken for one between elements.
  page.normalize()
  return page
}

/** Pictures of other places are not ours to show: a link leads to those on the web, the rest is left out. */
function replacePicture(image: Element, leftOut: LeftOut): void {
  if (!image.isConnected) return
  const source = image.tagName === 'IMG' ? image : image.querySelector('img')
  const width = Number(source?.getAttribute('width') ?? NaN)
  const url = source?.getAttribute('src') ?? ''
  // Pixels that count visitors say nothing to anyone.
  if (width <= 2) return image.remove()
  leftOut.pictures++
  if (!/^https?:/i.test(url) || !isSafeUrl(url)) return removeWithParagraph(image)
  const anchor = image.ownerDocument.createElement('a')
  anchor.href = url
  anchor.textContent = source?.getAttribute('alt')?.trim() || nameOf(url)
  if (image.closest('a') === null) image.replaceWith(anchor)
  else image.replaceWith(anchor.textContent)
}

/** A paragraph that was there for a picture alone says nothing without it. */
function removeWithParagraph(image: Element): void {
  const paragraph = image.closest('p, figure')
  image.remove()
  if (paragraph?.textContent?.trim() === '' && paragraph.querySelector('a') === null) paragraph.remove()
}

function nameOf(url: string): string {
  const name = new URL(url).pathname.split('/').at(-1) ?? ''
  return name === '' ? new URL(url).hostname : safelyDecoded(name)
}

function safelyDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function cleanLink(anchor: HTMLAnchorElement, leftOut: LeftOut): void {
  const given = anchor.getAttribute('href')?.trim() ?? ''
  const href = withoutDetour(given)
  if (href !== '' && isSafeUrl(href)) {
    anchor.setAttribute('href', href)
    anchor.removeAttribute('target')
    return
  }
  if (/^(javascript|data|vbscript):/i.test(given.replace(/[\p{Cc}\p{Z}]/gu, ''))) leftOut.links++
  anchor.replaceWith(...anchor.childNodes)
}

/** What comes from Google Docs is read from its spans: text outside of them is wrapped into one, so that it is read too. */
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

/** Google Docs leads every link through its own host. */
function withoutDetour(href: string): string {
  if (!href.startsWith('https://www.google.com/url?')) return href
  return new URL(href).searchParams.get('q') ?? href
}
