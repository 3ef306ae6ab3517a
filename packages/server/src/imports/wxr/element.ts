/** the namespaces of exports; `''` for RSS itself */
export type Space = '' | 'wp' | 'content' | 'excerpt' | 'dc'

/** A complete element below the channel of an export. */
export interface XmlElement {
  readonly space: Space
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: XmlElement[]
  /** its own text, without that of its children */
  text: string
  /** the line on which it begins */
  readonly line: number
  /** true if it was truncated because it exceeds the length limit */
  isCut: boolean
}

const spaces: readonly [RegExp, Space][] = [
  // The last part is the version of the format; exports of plugins have a name of their own in its place.
  [/^https?:\/\/(?:www\.)?wordpress\.org\/export\/(?:[^/]+\/)?excerpt\/?$/i, 'excerpt'],
  [/^https?:\/\/(?:www\.)?wordpress\.org\/export(?:\/[^/]+)?\/?$/i, 'wp'],
  [/^http:\/\/purl\.org\/rss\/1\.0\/modules\/content\/?$/, 'content'],
  [/^http:\/\/purl\.org\/dc\/elements\/1\.1\/?$/, 'dc'],
]

/** The namespace of a tag; null for an unknown one. An undeclared prefix is taken literally. */
export function spaceOf(uri: string, prefix: string): Space | null {
  if (uri !== '') return spaceOfUri(uri)
  return prefix === '' || prefix === 'wp' || prefix === 'content' || prefix === 'excerpt' || prefix === 'dc'
    ? prefix
    : null
}

/**
 * the namespaces by address, cached because exports repeat few of them; limits of the number and length of addresses
 */
const cachedSpaces = new Map<string, Space | null>()
const maxKnown = 100
const maxLength = 200

function spaceOfUri(uri: string): Space | null {
  const before = cachedSpaces.get(uri)
  if (before !== undefined) return before
  const space = spaces.find(([form]) => form.test(uri))?.[1] ?? null
  if (cachedSpaces.size < maxKnown && uri.length <= maxLength) cachedSpaces.set(uri, space)
  return space
}

/** The first child with a name, if any. */
export function child(element: XmlElement, space: Space, name: string): XmlElement | undefined {
  return element.children.find((one) => one.space === space && one.name === name)
}

/** The trimmed text of the first child with a name; empty if absent. */
export function textOf(element: XmlElement, space: Space, name: string): string {
  return child(element, space, name)?.text.trim() ?? ''
}

export function childrenOf(element: XmlElement, space: Space, name: string): XmlElement[] {
  return element.children.filter((one) => one.space === space && one.name === name)
}
