import { parse as parseToml } from 'smol-toml'
import { parseDocument } from 'yaml'

/** A text, divided into the front matter at its beginning and the rest. */
export interface MarkdownFile {
  /** the keys and values of the front matter */
  readonly facts: Readonly<Record<string, unknown>>
  readonly body: string
  /** the line on which the body begins */
  readonly line: number
}

/** Thrown when front matter cannot be read; says why and in which line. */
export class BrokenFrontMatter extends Error {
  readonly line: number

  constructor(message: string, line: number) {
    super(message.split('\n', 1)[0]?.slice(0, 300) ?? '')
    this.line = line
  }
}

/** the text between two lines of `---` or `+++`, and how it is read; YAML can also end at a line `...` */
const fences: readonly [RegExp, (text: string) => unknown][] = [
  [/^---[ \t]*\n(?:([^]*?)\n)?(?:---|\.\.\.)[ \t]*(?:\n|$)/, readYaml],
  [/^\+\+\+[ \t]*\n(?:([^]*?)\n)?\+\+\+[ \t]*(?:\n|$)/, readToml],
]

/** a first line that names the language of the front matter, as Eleventy allows: `---js`, `---toml` */
const namedFence = /^---([a-z]{1,20})[ \t]*\n(?:([^]*?)\n)?---[ \t]*(?:\n|$)/i

/** the languages that such a line can name, and how they are read */
const languages: Readonly<Record<string, (text: string) => unknown>> = {
  yaml: readYaml,
  yml: readYaml,
  toml: readToml,
  json: readJsonText,
}

/** Reads the front matter of a text: YAML, TOML, or JSON; a text without any is all body. Throws BrokenFrontMatter. */
export function readFrontMatter(source: string): MarkdownFile {
  const text = source.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  const named = namedFence.exec(text)
  if (named !== null) return readNamed(text, named)
  for (const [fence, read] of fences) {
    const match = fence.exec(text)
    if (match === null) continue
    const [whole, inner = ''] = match
    return fileOf(text, whole.length, read(inner))
  }
  if (/^\{\s*(?:\n|")/.test(text)) return readJson(text)
  // A first line that only looks like a fence is content, such as a horizontal rule, unless a key follows it.
  if (/^(?:---|\+\+\+)[ \t]*\n[^\n]*[:=]/.test(text)) throw new BrokenFrontMatter('it has no end', 1)
  return { facts: {}, body: text, line: 1 }
}

/**
 * Reads front matter whose language its first line names. Programs are not run, so their values are unknown, also
 * whether the text is a draft: therefore it is not imported as a text without front matter, which would be published.
 */
function readNamed(text: string, [whole, name = '', inner = '']: RegExpExecArray): MarkdownFile {
  const language = name.toLowerCase()
  const read = Object.hasOwn(languages, language) ? languages[language] : undefined
  if (read === undefined)
    throw new BrokenFrontMatter(`its language is "${name}"; write it in YAML, TOML or JSON`, 1)
  return fileOf(text, whole.length, read(inner))
}

/** The file whose front matter has this length. */
function fileOf(text: string, length: number, facts: unknown): MarkdownFile {
  if (typeof facts !== 'object' || facts === null || Array.isArray(facts))
    throw new BrokenFrontMatter('it has no keys', 1)
  const body = text.slice(length)
  const line = text.slice(0, length).split('\n').length
  return { facts: facts as Record<string, unknown>, body, line }
}

function readYaml(text: string): unknown {
  if (text.trim() === '') return {}
  // A repeated key is no error: its last value counts.
  const document = parseDocument(text, { uniqueKeys: false, logLevel: 'silent' })
  const [first] = document.errors
  // Lines count from the fence, which the text does not have.
  if (first !== undefined) throw new BrokenFrontMatter(first.message, (first.linePos?.[0].line ?? 1) + 1)
  try {
    return document.toJS({ maxAliasCount: 100 }) ?? {}
  } catch (error) {
    throw new BrokenFrontMatter(String((error as Error).message), 1)
  }
}

function readToml(text: string): unknown {
  try {
    return parseToml(text)
  } catch (error) {
    const { message, line = 1 } = error as Error & { line?: number }
    throw new BrokenFrontMatter(message.replace('Invalid TOML document: ', ''), line + 1)
  }
}

/** JSON ends at the brace that closes it, on a line of its own. */
function readJson(text: string): MarkdownFile {
  const end = /\n\}[ \t]*(?:\n|$)/.exec(text)
  const length = end === null ? text.length : end.index + end[0].length
  return fileOf(text, length, readJsonText(text.slice(0, length)))
}

function readJsonText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new BrokenFrontMatter(String((error as Error).message), 1)
  }
}
