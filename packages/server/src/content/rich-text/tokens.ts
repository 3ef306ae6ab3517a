import markdownIt, { type MarkdownIt, type Token } from 'markdown-it'
import { parseExactJson } from '../../platform/exact-json.ts'

/** the fence language that the library uses for JSON of a block or inline object */
const objectInfo = 'json:object'

const paired = /^(strong|em|s)_(open|close)$/

/**
 * Runs `read` with every markdown-it token stream converted to a form that @portabletext/markdown reads correctly. The
 * library accepts no custom parser, so the parser is patched; `read` is synchronous, so no other code sees the patch.
 */
export function withTidyTokens<T>(read: () => T): T {
  const prototype = markdownIt.prototype as MarkdownIt
  const original = prototype.parse
  let isUsed = false
  prototype.parse = function parse(source, environment) {
    isUsed = true
    return tidied(original.call(this, source, environment))
  }
  try {
    const result = read()
    if (!isUsed) throw new Error('@portabletext/markdown reads with another markdown-it than this one.')
    return result
  } finally {
    prototype.parse = original
  }
}

function tidied(tokens: Token[]): Token[] {
  let entries = 0
  let hasText = false
  for (const token of tokens) {
    if (token.type === 'list_item_open') entries++
    if (token.type === 'list_item_close') entries--
    if (token.type === 'fence' && token.info.trim() === objectInfo) markChanged(token)
    if (token.type === 'inline') {
      const children = withLinksOutside(token.children ?? [])
      markChangedSpans(children)
      // The paragraphs of one list entry become one block, so a break separates them.
      token.children = entries > 0 && hasText ? [breakLike(token), ...children] : children
      hasText ||= !isOnlyImage(token)
    } else if (endsBlock(token)) hasText = false
  }
  return tokens
}

/** A code span after this marker is an inline object. */
function markChangedSpans(tokens: readonly Token[]): void {
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1]
    if (token.type === 'code_inline' && before?.content.endsWith(objectInfo) === true) markChanged(token)
  }
}

/** The library uses JSON.parse, which silently changes some values; a mark is added so that the change is detected. */
function markChanged(token: Token): void {
  try {
    token.content = JSON.stringify(parseExactJson(token.content))
  } catch {
    // The library reports invalid JSON itself.
  }
}

/** Whether the library starts another text block after this token. */
function endsBlock({ type }: Token): boolean {
  return type !== 'paragraph_open' && type !== 'paragraph_close'
}

/** An image alone does not start a text block. */
function isOnlyImage({ children }: Token): boolean {
  return children?.length === 1 && children[0]?.type === 'image'
}

function breakLike(token: Token): Token {
  return Object.assign(Object.create(Object.getPrototypeOf(token) as object) as Token, {
    type: 'hardbreak',
    tag: 'br',
    content: '',
    attrs: null,
    children: null,
  })
}

/** Moves emphasis inside of links, because the library otherwise miscounts marks. */
function withLinksOutside(tokens: readonly Token[]): Token[] {
  const open: Token[] = []
  const result: Token[] = []
  for (const token of tokens) {
    const [, kind, side] = paired.exec(token.type) ?? []
    if (kind === undefined) {
      const isLink = token.type === 'link_open' || token.type === 'link_close'
      if (isLink) result.push(...outermost(open).toReversed().map(closing), token, ...outermost(open))
      else result.push(token)
      continue
    }
    if (side === 'close') open.pop()
    const isWithinSame = open.some(({ type }) => type === `${kind}_open`)
    if (side === 'open') open.push(token)
    if (!isWithinSame) result.push(token)
  }
  return result
}

/** Nested strong marks have no further effect, so only the outermost is kept. */
function outermost(open: readonly Token[]): Token[] {
  return open.filter(({ type }, index) => open.findIndex((other) => other.type === type) === index)
}

function closing(token: Token): Token {
  return Object.assign(Object.create(Object.getPrototypeOf(token) as object) as Token, token, {
    type: token.type.replace('_open', '_close'),
    nesting: -1,
  })
}
