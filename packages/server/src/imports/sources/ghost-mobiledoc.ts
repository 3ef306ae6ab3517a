import { cardHtml, element, escapeHtml } from './ghost-cards.ts'

/**
 * A part of a text: which markups begin before it and how many end after it. Its kind is 0 for a text, or 1 for an
 * atom, such as a line break.
 */
type Marker = readonly [kind: number, opening: readonly number[], closing: number, value: string | number]

interface Mobiledoc {
  readonly markups?: readonly (readonly [tag: string, attributes?: readonly string[]])[]
  readonly atoms?: readonly (readonly [name: string, text: string, payload: unknown])[]
  readonly cards?: readonly (readonly [name: string, payload: Readonly<Record<string, unknown>>])[]
  readonly sections?: readonly (readonly unknown[])[]
}

/** The HTML of a document of Ghost's older editor; null if it is none. */
export function mobiledocHtml(json: string): string | null {
  try {
    const document = JSON.parse(json) as Mobiledoc
    return document.sections === undefined
      ? null
      : document.sections.map((section) => sectionHtml(document, section)).join('')
  } catch {
    return null
  }
}

/** The HTML of a section: 1 is a text with its tag, 2 an image, 3 a list, 10 a card. */
function sectionHtml(document: Mobiledoc, [kind, first, second]: readonly unknown[]): string {
  if (kind === 1) return blockHtml(String(first), markersHtml(document, second as Marker[]))
  if (kind === 2) return element('img', { src: first }, null)
  if (kind === 3) {
    const items = (second as Marker[][]).map((markers) => element('li', {}, markersHtml(document, markers)))
    return element(first === 'ol' ? 'ol' : 'ul', {}, items.join(''))
  }
  const [name, payload] = document.cards?.[Number(first)] ?? []
  return name === undefined ? '' : cardHtml(name, payload ?? {})
}

/** A text in the element of its section; in a paragraph if the tag is not one of those of texts. */
function blockHtml(tag: string, html: string): string {
  if (tag === 'blockquote' || tag === 'aside') return element('blockquote', {}, element('p', {}, html))
  return element(/^(?:p|h[1-6])$/.test(tag) ? tag : 'p', {}, html)
}

/** The HTML of a text: markups can begin in one part and end in a later one. */
function markersHtml({ markups = [], atoms = [] }: Mobiledoc, markers: readonly Marker[]): string {
  const openTags: string[] = []
  let html = ''
  for (const [kind, opening, closing, value] of markers) {
    for (const index of opening) {
      const [tag = 'span', attributeList = []] = markups[index] ?? []
      // A list of names and values by turns: `href`, its value, `title`, its value.
      const attributes = Object.fromEntries(
        attributeList.flatMap((name, at) => (at % 2 === 0 ? [[name, attributeList[at + 1]]] : [])),
      )
      html += element(tag, attributes, null)
      openTags.push(tag)
    }
    html += kind === 0 ? escapeHtml(String(value)) : atomHtml(atoms[Number(value)])
    for (let count = 0; count < closing; count++) html += `</${openTags.pop() ?? 'span'}>`
  }
  return html
}

/** A line break, or the text of another atom. */
function atomHtml(atom: readonly [name: string, text: string, payload: unknown] | undefined): string {
  const [name, text = ''] = atom ?? []
  return name === 'soft-return' ? '<br>' : escapeHtml(text)
}
