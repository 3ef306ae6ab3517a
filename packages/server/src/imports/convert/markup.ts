/** A block of block markup: its name and attributes from the opening comment, and its content. */
export interface MarkupBlock {
  /** without `core/`; null for content outside of blocks */
  readonly name: string | null
  readonly attributes: Readonly<Record<string, unknown>>
  /** HTML and inner blocks in order */
  readonly content: (string | MarkupBlock)[]
}

/** limit of nesting; deeper blocks are treated as HTML */
export const maxDepth = 40

/** the beginning of a delimiter such as `<!-- wp:image {"id":5} -->`, `<!-- wp:more /-->` or `<!-- /wp:image -->` */
const comment = /<!--\s+(\/)?wp:([a-z][a-z0-9_-]*(?:\/[a-z][a-z0-9_-]*)?)\s+/g

/** Whether a content was written with the block editor. */
export function isBlockMarkup(content: string): boolean {
  return content.includes('<!-- wp:')
}

interface Delimiter {
  readonly kind: 'begin' | 'end' | 'selfClosing'
  readonly name: string
  readonly attributes: Readonly<Record<string, unknown>>
  readonly start: number
  readonly end: number
}

/**
 * Parses block markup in one pass. An unclosed block ends with its parent; nothing is lost. `onDeep` is called with the
 * name of each block that is treated as HTML because it is nested too deeply.
 */
export function parseMarkup(content: string, onDeep: (name: string) => void): MarkupBlock[] {
  const root: (string | MarkupBlock)[] = []
  const openBlocks: { name: string; content: (string | MarkupBlock)[] }[] = []
  let position = 0
  const currentContent = () => openBlocks.at(-1)?.content ?? root
  for (const delimiter of delimiters(content)) {
    const { kind, name, attributes, start, end } = delimiter
    // For the end of a block, the depth of the block that it closes; unclosed ones within that end as well.
    const depth = kind === 'end' ? openBlocks.findLastIndex((one) => one.name === name) : openBlocks.length
    // An end without an open block, and blocks beyond the limit, are not cut out of the text: they stay in it as HTML
    // comments.
    if (depth < 0) continue
    if (kind !== 'end' && depth >= maxDepth) {
      onDeep(name)
      continue
    }
    if (start > position) currentContent().push(content.slice(position, start))
    position = end
    if (kind === 'end') {
      openBlocks.length = depth
      continue
    }
    const block: MarkupBlock = { name, attributes, content: [] }
    currentContent().push(block)
    if (kind === 'begin') openBlocks.push({ name, content: block.content })
  }
  if (position < content.length) currentContent().push(content.slice(position))
  return root.map((part) =>
    typeof part === 'string' ? { name: null, attributes: {}, content: [part] } : part,
  )
}

/** The delimiters of blocks, in order. */
function* delimiters(content: string): Generator<Delimiter> {
  // A copy, because each run of the generator needs its own position.
  const pattern = new RegExp(comment)
  for (let match = pattern.exec(content); match !== null; match = pattern.exec(content)) {
    const [, slash, fullName = ''] = match
    const close = content.indexOf('-->', pattern.lastIndex)
    if (close < 0) return
    const rest = content.slice(pattern.lastIndex, close).trim()
    const isSelfClosing = rest.endsWith('/')
    const json = isSelfClosing ? rest.slice(0, -1).trim() : rest
    const attributes = json === '' ? {} : attributesOf(json)
    // With invalid attributes, the comment does not belong to a block, and stays HTML.
    if (attributes === null) continue
    pattern.lastIndex = close + 3
    const kindWithoutSlash = isSelfClosing ? 'selfClosing' : 'begin'
    const kind = slash === undefined ? kindWithoutSlash : 'end'
    yield { kind, name: fullName.replace(/^core\//, ''), attributes, start: match.index, end: close + 3 }
  }
}

/** The attributes in a delimiter; null if they are not a JSON object. */
function attributesOf(json: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

/** The HTML of a block with its inner blocks, without comments. */
export function htmlOf({ content }: MarkupBlock): string {
  return content.map((part) => (typeof part === 'string' ? part : htmlOf(part))).join('')
}

/** The blocks directly within a block. */
export function innerBlocks({ content }: MarkupBlock): MarkupBlock[] {
  return content.filter((part) => typeof part !== 'string')
}

/**
 * The markup of a block, close enough to the original to be parsed again. Attributes have no `--`, as in the original,
 * because it could end the comment.
 */
export function markupOf(block: MarkupBlock): string {
  const { name, attributes, content } = block
  const inner = content.map((part) => (typeof part === 'string' ? part : markupOf(part))).join('')
  if (name === null) return inner
  const json =
    Object.keys(attributes).length === 0
      ? ''
      : ` ${JSON.stringify(attributes).replaceAll('--', '\\u002d\\u002d')}`
  return inner === ''
    ? `<!-- wp:${name}${json} /-->`
    : `<!-- wp:${name}${json} -->${inner}<!-- /wp:${name} -->`
}
