import markdownIt, { type Token } from 'markdown-it'
import { footnoteDefinition } from './footnotes.ts'

/** markdown-it nests tokens at most this deep, and drops what is deeper */
const maxNesting = 100

const parser = markdownIt({ html: true, linkify: true })
parser.block.ruler.before('reference', 'footnote', footnoteDefinition)

// The text of an address stays as it is written.
parser.normalizeLinkText = (address) => address

const { linkify } = parser

/** a part of the parser's own patterns for addresses */
const part = (name: string): string => (linkify.re as unknown as Record<string, string>)[name] ?? ''

/** what follows the scheme of an address */
const webAddress = new RegExp(`^//${part('src_auth')}${part('src_host_port_strict')}${part('src_path')}`, 'i')

/** what follows `www.` in an address */
const host = new RegExp(
  `^(?:(?:${part('src_domain')})\\.)+${part('src_domain_root')}${part('src_port')}${part('src_host_terminator')}${part('src_path')}`,
  'i',
)

// Links only where a text says that it is an address: names of files end like domains (README.md, main.rs). A scheme
// with null makes no links.
linkify.set({ fuzzyLink: false, fuzzyEmail: true, fuzzyIP: false })
linkify.add('ftp:', null)
linkify.add('//', null)
for (const scheme of ['http:', 'https:']) linkify.add(scheme, { validate: lengthOf(webAddress) })
linkify.add('www.', {
  validate: lengthOf(host),
  normalize: (match) => {
    match.url = `http://${match.url}`
  },
})

// The parser finds addresses by this method.
const findAll = linkify.match.bind(linkify)
linkify.match = (text) =>
  findAll(text)?.flatMap((found) => {
    if (!isBareEmail(found)) return [found]
    // `git@example.com:path` is an SSH address.
    const isSsh = /^:[^\s/]/.test(text.slice(found.lastIndex, found.lastIndex + 2))
    return isSsh ? [] : [withoutJoined(found)]
  }) ?? null

type Found = NonNullable<ReturnType<typeof findAll>>[number]

function isBareEmail({ schema, raw }: Found): boolean {
  return schema === 'mailto:' && !raw.startsWith('mailto:')
}

/**
 * Quotes, and text joined to the address by `:` or `=`, do not belong to it, such as the key in `to=me@example.com`.
 */
function withoutJoined(found: Found): Found {
  const joined = /^.*[^\w.+-](?=[\w.+-]+@)/.exec(found.raw)?.[0].length ?? 0
  if (joined === 0) return found
  const raw = found.raw.slice(joined)
  return Object.assign(found, { raw, text: raw, index: found.index + joined, url: `mailto:${raw}` })
}

/** The length of an address at the start of a text, without markup for emphasis or a line break at its end. */
function lengthOf(pattern: RegExp): (text: string, position: number) => number {
  return (text, position) => pattern.exec(text.slice(position))?.[0].replace(/[*_~\\]+$/, '').length ?? 0
}

/** The tokens of a Markdown text; null if it may be nested deeper than the parser reads. */
export function tokensOf(markdown: string): Token[] | null {
  const tokens = parser.parse(markdown, {})
  return tokens.some(({ level }) => level >= maxNesting - 1) ? null : tokens
}

/** The addresses in a text that would become links. */
export function addressesIn(
  text: string,
): { index: number; lastIndex: number; schema: string; url: string }[] {
  return linkify.pretest(text) ? (linkify.match(text) ?? []) : []
}

/** The stored form of an address. */
export function normalLink(address: string): string {
  return parser.normalizeLink(address)
}
