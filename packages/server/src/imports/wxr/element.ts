/** the namespaces that exports use; `''` for RSS itself */
export type Space = '' | 'wp' | 'content' | 'excerpt' | 'dc'

/** An element below the channel of an export, whole. */
export interface XmlElement {
  readonly space: Space
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: XmlElement[]
  /** its own text, that of its children left out */
  text: string
  /** the line that it begins on */
  readonly line: number
  /** parts of it were left out, because it is longer than anything that a person wrote */
  isCut: boolean
}

const spaces: readonly [RegExp, Space][] = [
  [/^https?:\/\/wordpress\.org\/export\/1\.[0-2]\/excerpt\/?$/, 'excerpt'],
  [/^https?:\/\/wordpress\.org\/export\/1\.[0-2]\/?$/, 'wp'],
  [/^http:\/\/purl\.org\/rss\/1\.0\/modules\/content\/?$/, 'content'],
  [/^http:\/\/purl\.org\/dc\/elements\/1\.1\/?$/, 'dc'],
]

/** The namespace of a tag, null for one that means nothing here. A prefix that is bound to nothing means what it says. */
export function spaceOf(uri: string, prefix: string): Space | null {
  if (uri !== '') return spaceOfUri(uri)
  return prefix === '' || prefix === 'wp' || prefix === 'content' || prefix === 'excerpt' || prefix === 'dc'
    ? prefix
    : null
}

/** exports name few of them, again and again */
const known = new Map<string, Space | null>()
const mostKnown = 100

function spaceOfUri(uri: string): Space | null {
  const before = known.get(uri)
  if (before !== undefined) return before
  const space = spaces.find(([form]) => form.test(uri))?.[1] ?? null
  if (known.size < mostKnown) known.set(uri.slice(0, 200), space)
  return space
}

/** The first child of a name, if there is one. */
export function child(element: XmlElement, space: Space, name: string): XmlElement | undefined {
  return element.children.find((one) => one.space === space && one.name === name)
}

/** The text of the first child of a name, without blanks around it; empty when there is none. */
export function textOf(element: XmlElement, space: Space, name: string): string {
  return child(element, space, name)?.text.trim() ?? ''
}

export function childrenOf(element: XmlElement, space: Space, name: string): XmlElement[] {
  return element.children.filter((one) => one.space === space && one.name === name)
}
