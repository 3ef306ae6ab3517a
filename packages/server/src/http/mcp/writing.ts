import { limits } from '@octavo/contract/limits'
import { operations } from '@octavo/contract/operations/registry'
import type { Issue } from '@octavo/contract/errors'
import type { Caller } from '../../core/caller.ts'
import type { Services } from '../../core/context.ts'
import { Encoded } from '../../platform/encoded.ts'
import { OctavoError } from '../../platform/errors.ts'
import { invoke } from '../../core/invoke.ts'
import type { Block } from '../../content/rich-text/comparable.ts'
import type { Conversion } from '../../content/rich-text/converter.ts'
import type { CollectionModel } from '../../core/model/model.ts'

type Values = Readonly<Record<string, unknown>>

const tooManyWait =
  'too many of your calls wait for their Markdown to be read; send it again when they are answered'

interface Writing {
  readonly services: Services
  readonly caller: Caller
  readonly collection: CollectionModel
  readonly conversion: Conversion
  /** the item that is changed; undefined for a new one */
  readonly id: unknown
}

/**
 * Converts Markdown in the values of an item to blocks. Unchanged paragraphs keep their existing blocks including the
 * keys, so that sending back the same text changes nothing.
 */
export async function withBlocks(
  data: Values,
  writing: Writing,
): Promise<{ data: Values; issues: readonly Issue[] }> {
  const written = Object.entries(data).filter(
    ([slug, value]) =>
      typeof value === 'string' && writing.collection.field.get(slug)?.type.name === 'portableText',
  ) as [string, string][]
  if (written.length === 0) return { data, issues: [] }
  const stored = await storedData(writing)
  const issues: Issue[] = []
  const blocks: Record<string, readonly Block[] | null> = {}
  const read = async (): Promise<true> => {
    for (const [slug, markdown] of written) {
      const result = await readMarkdown(markdown, richTextIn(stored[slug]), writing.conversion)
      if (typeof result === 'string') {
        issues.push({ path: `data.${slug}`, message: result })
        // An empty value, so that no other check reports the same field.
        blocks[slug] = []
      } else {
        const isMissing = result.length === 0 && writing.collection.field.get(slug)?.required === true
        blocks[slug] = isMissing ? null : result
      }
    }
    return true
  }
  if ((await writing.conversion.inTurn(read)) === null)
    return { data, issues: written.map(([slug]) => ({ path: `data.${slug}`, message: tooManyWait })) }
  return { data: { ...data, ...blocks }, issues }
}

/** The blocks of a Markdown text, or its issues. */
async function readMarkdown(
  markdown: string,
  stored: readonly Block[],
  conversion: Conversion,
): Promise<readonly Block[] | string> {
  if (markdown.length > limits.markdown)
    return `Markdown has at most ${limits.markdown} characters, this has ${markdown.length}`
  if (markdown.includes('\0')) return 'must not hold the character U+0000'
  const blocks = await conversion.blocksOf(markdown, stored)
  if (blocks === null) return 'this Markdown takes too long to read; send shorter paragraphs, or blocks'
  return 'refusal' in blocks ? blocks.refusal : blocks
}

function richTextIn(value: unknown): readonly Block[] {
  return Array.isArray(value) ? (value as Block[]) : []
}

/** The item's values as its editor sees them; empty if the item does not exist or the caller may not read it. */
async function storedData({ services, caller, collection, id }: Writing): Promise<Values> {
  if (typeof id !== 'string' || id === '') return {}
  try {
    const result = await invoke(services, {
      operation: operations.content.get,
      caller,
      input: { collection: collection.slug, id },
    })
    if (!(result instanceof Encoded)) return {}
    return (JSON.parse(result.data.toString()) as { item: { data: Values } }).item.data
  } catch (error) {
    // The update itself reports the error.
    if (error instanceof OctavoError) return {}
    throw error
  }
}
