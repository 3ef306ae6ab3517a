import { limits } from '@octavo/contract/limits'
import type { Services } from '../../core/context.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import { type Leaf, leavesOf, mapLeaves } from '../../core/model/structure.ts'
import type { Conversion } from '../rich-text/converter.ts'
import { ParsedMarkdown } from '../rich-text/parsed-markdown.ts'

type Values = Readonly<Record<string, unknown>>

const tooManyWait =
  'too many of your calls are waiting for their Markdown to be read; send this one again when they are answered'
const tooSlow = 'this Markdown takes too long to read; send shorter paragraphs, or blocks'

/** The parts of an input that decide whether and where it holds Markdown. */
export interface MarkdownInput {
  readonly collection?: unknown
  readonly data?: unknown
  /** the form of rich text in the answer, and in the input too if it is `markdown` */
  readonly format?: unknown
  /** whether rich text in the input is Markdown, although the answer has blocks */
  readonly takesMarkdown?: unknown
}

/** Whether texts in fields of rich text are read as Markdown. */
export function takesMarkdown(input: MarkdownInput): boolean {
  return input.format === 'markdown' || input.takesMarkdown === true
}

type MarkdownLeaf = Leaf & { readonly value: string }

/** The fields of rich text that have a text, which is Markdown. */
function markdownIn({ field }: CollectionModel, data: Values): MarkdownLeaf[] {
  return Object.entries(data).flatMap(([slug, value]) => {
    const model = field.get(slug)
    return model === undefined ? [] : leavesOf(model, value, `data.${slug}`).filter(isMarkdown)
  })
}

function isMarkdown(leaf: Leaf): leaf is MarkdownLeaf {
  return typeof leaf.value === 'string' && leaf.field.type.name === 'portableText'
}

/** The data with other values in the place of its Markdown. */
export function withoutMarkdown(
  { field }: CollectionModel,
  data: Values,
  replaced: (leaf: MarkdownLeaf) => unknown,
): Values {
  const entries = Object.entries(data).map(([slug, value]) => {
    const model = field.get(slug)
    if (model === undefined) return [slug, value]
    const place = { field: model, value, path: `data.${slug}` }
    return [slug, mapLeaves(place, (leaf) => (isMarkdown(leaf) ? replaced(leaf) : leaf.value))]
  })
  return Object.fromEntries(entries) as Values
}

/** The input with its Markdown parsed. This is done before the transaction, because it can take seconds. */
export async function withParsedMarkdown<Input extends MarkdownInput>(
  services: Services,
  input: Input,
  conversion: Conversion,
): Promise<Input> {
  const { data } = input
  if (!takesMarkdown(input) || typeof data !== 'object' || data === null) return input
  const collection = await services.schema.collectionWith(input.collection, Object.keys(data))
  if (collection === undefined) return input
  const given = markdownIn(collection, data as Values)
  if (given.length === 0) return input
  const parsed = await parsedMarkdown(
    given.map(({ value }) => value),
    conversion,
  )
  const byPath = new Map(given.map(({ path }, index) => [path, parsed[index]]))
  const read = withoutMarkdown(collection, data as Values, ({ path }) => byPath.get(path))
  return { ...input, data: read }
}

/**
 * Parses texts; a null gives a null. What is refused has an issue instead of blocks; all texts are refused if too
 * many calls of this caller wait.
 */
export async function parsedMarkdown(
  texts: readonly (string | null)[],
  conversion: Conversion,
): Promise<(ParsedMarkdown | null)[]> {
  const done = await conversion.inQueue(async () => {
    const parsed: (ParsedMarkdown | null)[] = []
    for (const text of texts) parsed.push(text === null ? null : await parse(text, conversion))
    return parsed
  })
  return done ?? texts.map((text) => (text === null ? null : ParsedMarkdown.refused(tooManyWait)))
}

async function parse(markdown: string, conversion: Conversion): Promise<ParsedMarkdown> {
  const { length } = markdown
  if (length > limits.markdown)
    return ParsedMarkdown.refused(`Markdown has at most ${limits.markdown} characters, this has ${length}`)
  const blocks = await conversion.blocksOf(markdown)
  if (blocks === null) return ParsedMarkdown.refused(tooSlow)
  return 'refusal' in blocks ? ParsedMarkdown.refused(blocks.refusal) : new ParsedMarkdown(blocks)
}
