import markdownIt, { type MarkdownIt, type Token } from 'markdown-it'

const paired = /^(strong|em|s)_(open|close)$/

/**
 * Runs `read` with every token stream of markdown-it brought into a form that @portabletext/markdown reads rightly; it
 * takes no parser of ours. Nothing else runs meanwhile, so that nobody else sees the changed parser.
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
    if (token.type === 'inline') {
      const children = withLinksOutside(token.children ?? [])
      // The paragraphs of one entry become one block: a line of its own is what keeps them apart.
      token.children = entries > 0 && hasText ? [breakLike(token), ...children] : children
      hasText ||= !isOnlyImage(token)
    } else if (endsBlock(token)) hasText = false
  }
  return tokens
}

/** Whether what follows is another block of text to the library. */
function endsBlock({ type }: Token): boolean {
  return type !== 'paragraph_open' && type !== 'paragraph_close'
}

/** An image by itself begins no block of text. */
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

/** Emphasis around a link ends before it and begins again within: the library loses count of marks otherwise. */
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

/** Strong text within strong text is strong once. */
function outermost(open: readonly Token[]): Token[] {
  return open.filter(({ type }, index) => open.findIndex((other) => other.type === type) === index)
}

function closing(token: Token): Token {
  return Object.assign(Object.create(Object.getPrototypeOf(token) as object) as Token, token, {
    type: token.type.replace('_open', '_close'),
    nesting: -1,
  })
}
