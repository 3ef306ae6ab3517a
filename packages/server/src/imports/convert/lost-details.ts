import type { Block, Findings } from './block.ts'
import { cleanText, commentOf, type Element, isElement, type Node, parseHtml, textContent } from './html.ts'
import { shortcodeTag, withShortcodes } from './shortcodes.ts'

/** Attributes with a meaning for readers, by element. */
const attributes: Readonly<Record<string, readonly string[]>> = {
  a: ['hreflang', 'download'],
  audio: ['autoplay', 'loop', 'muted'],
  blockquote: ['cite'],
  data: ['value'],
  del: ['cite', 'datetime'],
  img: ['longdesc', 'usemap'],
  ins: ['cite', 'datetime'],
  li: ['value'],
  ol: ['type'],
  q: ['cite'],
  table: ['summary'],
  td: ['abbr', 'headers', 'scope'],
  th: ['abbr', 'headers', 'scope'],
  time: ['datetime'],
  ul: ['type'],
  video: ['autoplay', 'loop', 'muted'],
}

/** Elements whose meaning has no equivalent. */
const elements = new Set(['bdo', 'dl', 'ruby', 'tfoot'])

/** elements that show a file or page, and their content only if that is not possible */
const players = new Set(['audio', 'video', 'iframe'])

/** Values of `rel` that describe the target of a link; other values are for the browser or the old platform. */
const relations = /^(?:author|license|me|nofollow|sponsored|tag|ugc)$/i

/** Comments of the platform and its editors, and those that represent content. */
const platformComment = /^\s*(?:\/?wp:|more\b|nextpage\s*$|kg-card-(?:begin|end)\b)/

/**
 * A quick test whether a text can have any of these details; most texts have none. The pattern first looks for the rare
 * characters `<`, `-` and `=`, and then for the name before a `-` or `=`, so that it fails fast in ordinary text.
 * Therefore it finds attributes only if they have a value, except `download`. Details of players are found by the names
 * of the elements.
 */
const mayHaveDetails =
  /<(?:bdo|dl|ruby|tfoot|audio|video|iframe)\b|<a\b[^<]*\sdownload\b|-(?<=list-)style-type|=(?<=\s(?:id|name|title|lang|xml:lang|dir|rel|hreflang|cite|value|datetime|longdesc|usemap|type|summary|abbr|headers|scope)\s*=)|<!--(?!\s*\/?wp:)/i

/**
 * Details in HTML. A block of rich text can have an id, a title or the language of code, so these are listed with their
 * values, by which they are found in the blocks. The others are only counted.
 */
interface Details {
  /** name of a detail that only HTML can have → how often it occurs */
  readonly counts: Map<string, number>
  readonly ids: Set<string>
  /** name, such as `title of a` → values */
  readonly titles: Map<string, string[]>
  /** name, such as `lang of code` → values */
  readonly languages: Map<string, string[]>
}

/** Counts the details of HTML that its blocks do not have. */
export function countLostDetails(findings: Findings, html: string, blocks: readonly Block[]): void {
  if (!mayHaveDetails.test(html)) return
  const nodes = parseHtml(withShortcodes(html))
  if (nodes === null) return
  const found = noDetails()
  gather(found, nodes)
  if (isEmpty(found)) return
  const kept: KeptDetails = {
    inHtml: noDetails(),
    anchors: new Set(),
    titles: new Set(),
    languages: new Set(),
  }
  findKept(kept, blocks)
  for (const [name, count] of lostCounts(found, kept)) {
    for (let index = 0; index < count; index++) findings.lose(name)
  }
}

function isEmpty({ counts, ids, titles, languages }: Details): boolean {
  return counts.size + ids.size + titles.size + languages.size === 0
}

/** How many of the details found in the HTML are lost, by their names; a number can be zero or less. */
function* lostCounts(found: Details, kept: KeptDetails): Generator<[name: string, count: number]> {
  const { inHtml } = kept
  for (const [name, count] of found.counts) yield [name, count - (inHtml.counts.get(name) ?? 0)]
  yield ['id', [...found.ids].filter((id) => !kept.anchors.has(id) && !inHtml.ids.has(id)).length]
  for (const [name, values] of found.titles)
    yield [name, lostOf(values, kept.titles, inHtml.titles.get(name))]
  for (const [name, values] of found.languages)
    yield [name, lostOf(values, kept.languages, inHtml.languages.get(name))]
}

/**
 * How many of the values are in no block: neither as a property (`kept`) nor in HTML that a block keeps (`inHtml`).
 * A value can occur several times. If it is a property, none of them is lost. HTML keeps as many of them as it has.
 */
function lostOf(
  values: readonly string[],
  kept: ReadonlySet<string>,
  inHtml: readonly string[] = [],
): number {
  const isInNoProperty = (value: string): boolean => !kept.has(value)
  return values.filter(isInNoProperty).length - inHtml.filter(isInNoProperty).length
}

function noDetails(): Details {
  return { counts: new Map(), ids: new Set(), titles: new Map(), languages: new Map() }
}

/** Adds the details of nodes and of all that is within them. */
function gather(details: Details, nodes: readonly Node[]): void {
  for (const node of nodes) {
    const comment = commentOf(node)
    if (comment !== null && !platformComment.test(comment)) add(details, 'comment')
    if (!isElement(node)) continue
    // The attributes of a shortcode's element are its own data.
    if (node.tagName !== shortcodeTag) gatherElement(details, node)
    gather(details, node.childNodes)
  }
}

function add({ counts }: Details, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

type Attribute = Element['attrs'][number]

/** Adds the details of one element and its attributes. */
function gatherElement(details: Details, element: Element): void {
  const { tagName, attrs } = element
  if (elements.has(tagName)) add(details, tagName)
  // Browsers show this content only if they cannot play the file.
  if (players.has(tagName) && textContent(element.childNodes).trim() !== '')
    add(details, `text of ${tagName}`)
  for (const attribute of attrs) gatherAttribute(details, tagName, attribute)
}

/** Adds the detail that an attribute of an element is, if it is one. */
function gatherAttribute(details: Details, tagName: string, { name, value }: Attribute): void {
  if (isMeaningful(tagName, name)) return add(details, `${name} of ${tagName}`)
  switch (name) {
    case 'dir':
      if (value !== '' && value !== 'auto') add(details, 'dir')
      return
    case 'rel':
      if (tagName === 'a' && value.split(/\s+/).some((one) => relations.test(one))) add(details, 'rel of a')
      return
    case 'style':
      if (/list-style-type/i.test(value)) add(details, `type of ${tagName}`)
      return
    case 'id':
      return gatherId(details, value)
    case 'name':
      // The older form of an id; on other elements it is the name of a part of a form.
      return tagName === 'a' ? gatherId(details, value) : undefined
    case 'title':
      return gatherTitle(details, tagName, value)
    case 'lang':
      if (value !== '') gatherLanguage(details, tagName, value)
  }
}

function isMeaningful(tagName: string, attribute: string): boolean {
  return Object.hasOwn(attributes, tagName) && attributes[tagName]?.includes(attribute) === true
}

function gatherId({ ids }: Details, id: string): void {
  if (isChosenByPeople(id)) ids.add(cleanText(id).slice(0, 200))
}

function gatherTitle({ titles }: Details, tagName: string, title: string): void {
  if (title.trim() === '') return
  // Rich text has no `<acronym>`, the older form of `<abbr>`; the report names both alike.
  const name = `title of ${tagName === 'acronym' ? 'abbr' : tagName}`
  push(titles, name, cleanText(title).trim())
}

/** Adds a language: that of code, which a block can have, or that of a text, which is always lost. */
function gatherLanguage(details: Details, tagName: string, value: string): void {
  if (tagName === 'pre' || tagName === 'code')
    push(details.languages, `lang of ${tagName}`, value.toLowerCase())
  else add(details, 'lang')
}

/** The platform makes ids for its own programs. */
function isChosenByPeople(id: string): boolean {
  return id !== '' && !/^(?:wp-block-file--media-|attachment_\d+$|gallery-\d+$|more-\d+$)/.test(id)
}

function push(map: Map<string, string[]>, name: string, value: string): void {
  const values = map.get(name)
  if (values === undefined) map.set(name, [value])
  else values.push(value)
}

/** The details that the blocks have. */
interface KeptDetails {
  /** in HTML that blocks keep */
  readonly inHtml: Details
  readonly anchors: Set<string>
  readonly titles: Set<string>
  readonly languages: Set<string>
}

/** Collects the details that a value of blocks has, however deeply nested. */
function findKept(kept: KeptDetails, value: unknown): void {
  if (Array.isArray(value)) return value.forEach((one) => findKept(kept, one))
  if (typeof value !== 'object' || value === null) return
  for (const [name, part] of Object.entries(value)) {
    if (typeof part !== 'string') findKept(kept, part)
    else if (name === 'anchor') kept.anchors.add(part)
    else if (name === 'title' || name === 'linkTitle') kept.titles.add(part.trim())
    else if (name === 'language') kept.languages.add(part)
    else if (name === 'html') gather(kept.inHtml, parseHtml(part) ?? [])
  }
}
