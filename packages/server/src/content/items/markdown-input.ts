import { limits } from '@octavo/contract/limits'
import type { Services } from '../../core/context.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import type { Conversion } from '../rich-text/converter.ts'
import { ParsedMarkdown } from '../rich-text/parsed-markdown.ts'

type Values = Readonly<Record<string, unknown>>

const tooManyWait =
  'too many of your calls wait for their Markdown to be read; send it again when they are answered'
const tooSlow = 'this Markdown takes too long to read; send shorter paragraphs, or blocks'

/** The parts of an input that decide whether and where it holds Markdown. */
export interface MarkdownInput {
  readonly collection?: unknown
  readonly data?: unknown
  readonly format?: unknown
  readonly takesMarkdown?: unknown
}

export function takesMarkdown(input: MarkdownInput): boolean {
  return input.format === 'markdown' || input.takesMarkdown === true
}

/** The fields of rich text that have a text, which is Markdown. */
export function markdownIn({ field }: CollectionModel, data: Values): [slug: string, markdown: string][] {
  return Object.entries(data).filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === 'string' && field.get(entry[0])?.type.name === 'portableText',
  )
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
  const given = collection === undefined ? [] : markdownIn(collection, data as Values)
  if (given.length === 0) return input
  const parsed: Record<string, ParsedMarkdown> = {}
  const isDone = await conversion.inTurn(async () => {
    for (const [slug, markdown] of given) parsed[slug] = await parse(markdown, conversion)
    return true
  })
  if (isDone === null) for (const [slug] of given) parsed[slug] = ParsedMarkdown.refused(tooManyWait)
  return { ...input, data: { ...data, ...parsed } }
}

async function parse(markdown: string, conversion: Conversion): Promise<ParsedMarkdown> {
  const { length } = markdown
  if (length > limits.markdown)
    return ParsedMarkdown.refused(`Markdown has at most ${limits.markdown} characters, this has ${length}`)
  const blocks = await conversion.blocksOf(markdown)
  if (blocks === null) return ParsedMarkdown.refused(tooSlow)
  return 'refusal' in blocks ? ParsedMarkdown.refused(blocks.refusal) : new ParsedMarkdown(blocks)
}
