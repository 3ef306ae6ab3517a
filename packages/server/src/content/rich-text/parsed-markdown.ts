import type { Issue } from '@octavo/contract/errors'
import type { CollectionModel } from '../../core/model/model.ts'
import { type Leaf, leavesOf, mapLeaves } from '../../core/model/structure.ts'
import { findUnsafe } from '../../platform/json-safety.ts'
import type { Block } from './block.ts'
import { keepStored } from './keep-stored.ts'

type Values = Readonly<Record<string, unknown>>

/** A value that was given as Markdown: its blocks, or the issues for which it is refused. */
export class ParsedMarkdown {
  readonly blocks: readonly Block[]
  /** with paths within the value */
  readonly issues: readonly Issue[]

  /** Checks the blocks, because JSON in code fences can contain values that must not be stored. */
  constructor(blocks: readonly Block[]) {
    this.issues = findUnsafe(blocks).issues
    this.blocks = this.issues.length > 0 ? [] : blocks
  }

  static refused(message: string): ParsedMarkdown {
    return Object.assign(new ParsedMarkdown([]), { issues: [{ path: '', message }] })
  }
}

/**
 * Replaces Markdown in the values of an item by its blocks. Unchanged paragraphs keep their stored blocks including the
 * keys, so that sending back the same text changes nothing.
 */
export async function withParsedBlocks<Data extends Values | undefined>(
  { field }: CollectionModel,
  data: Data,
  storedData: () => Promise<Values>,
): Promise<{ data: Data; issues: readonly Issue[] }> {
  const places = Object.entries(data ?? {}).flatMap(([slug, value]) => {
    const model = field.get(slug)
    return model === undefined ? [] : [{ field: model, value, path: `data.${slug}` }]
  })
  const parsed = places.filter((place) => leavesOf(place.field, place.value, '').some(isParsed))
  if (parsed.length === 0) return { data, issues: [] }
  const stored = await storedData()
  const issues: Issue[] = []
  const blocks = parsed.map((place) => {
    const { slug } = place.field
    const before = new Map(
      leavesOf(place.field, stored[slug], place.path).map(({ path, value }) => [path, value]),
    )
    const read = mapLeaves(place, (leaf) =>
      isParsed(leaf) ? blocksOf(leaf, before.get(leaf.path), issues) : leaf.value,
    )
    return [slug, read]
  })
  return { data: { ...data, ...Object.fromEntries(blocks) }, issues }
}

type ParsedLeaf = Leaf & { readonly value: ParsedMarkdown }

function isParsed(leaf: Leaf): leaf is ParsedLeaf {
  return leaf.value instanceof ParsedMarkdown
}

function blocksOf({ field, value, path }: ParsedLeaf, stored: unknown, issues: Issue[]): unknown {
  const { blocks: given, issues: own } = value
  for (const issue of own) issues.push({ ...issue, path: pathOf(path, issue.path) })
  // An empty text in a required field is null, which the check of required fields reports. A refused text is an empty
  // list instead, so that this check does not report the field a second time.
  const isMissing = own.length === 0 && given.length === 0 && field.required
  return isMissing ? null : keepStored(given, richTextIn(stored))
}

function pathOf(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('.')
}

function richTextIn(value: unknown): readonly Block[] {
  return Array.isArray(value) ? (value as Block[]) : []
}
