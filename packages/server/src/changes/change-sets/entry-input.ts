import { ParsedMarkdown } from '../../content/rich-text/parsed-markdown.ts'
import type { Block } from '../../content/rich-text/block.ts'

/** The form in which an entry stores its input. */
export interface StoredInput {
  /** as JSON */
  readonly input: string
  /** as JSON: paths of the values that were given as Markdown */
  readonly markdown: string
}

type Path = readonly (string | number)[]
type Values = Record<string, unknown>

/**
 * keys of inputs that are not stored: they are checked once when the entry is made, or concern only the form of input
 * and answer
 */
const unstoredKeys: ReadonlySet<string> = new Set([
  '_rev',
  'expectChanged',
  'include',
  'format',
  'takesMarkdown',
])

/** The stored form of an input. Markdown is stored as its blocks, so that each run of the entry has the same blocks. */
export function storedInput(given: object): StoredInput {
  const markdown: Path[] = []
  // Adds the paths of Markdown to `markdown`.
  const withBlocks = (value: unknown, path: Path): unknown => {
    if (value instanceof ParsedMarkdown) {
      markdown.push(path)
      return value.blocks
    }
    if (Array.isArray(value)) return value.map((member, index) => withBlocks(member, [...path, index]))
    if (typeof value !== 'object' || value === null) return value
    const members = Object.entries(value).map(([name, member]) => [name, withBlocks(member, [...path, name])])
    return Object.fromEntries(members) as Values
  }
  const lasting = Object.entries(given).filter(([name]) => !unstoredKeys.has(name))
  return {
    input: JSON.stringify(withBlocks(Object.fromEntries(lasting), [])),
    markdown: JSON.stringify(markdown),
  }
}

/** A stored input as the handler takes it. */
export function revivedInput({ input, markdown }: StoredInput): Values {
  const values = JSON.parse(input) as Values
  for (const path of JSON.parse(markdown) as Path[]) revive(values, path)
  return values
}

/** Replaces the blocks at a path by what the handler gets for a value given as Markdown. */
function revive(values: Values, path: Path): void {
  const last = path.at(-1)
  if (last === undefined) return
  let parent = values
  for (const name of path.slice(0, -1)) parent = parent[name] as Values
  parent[last] = new ParsedMarkdown(parent[last] as Block[])
}
