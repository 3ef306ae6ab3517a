import type { Issue } from '@octavo/contract/errors'
import type { CollectionModel } from '../../core/model/model.ts'
import { findUnsafe } from '../../platform/json-safety.ts'
import type { Block } from './block.ts'
import { keepStored } from './keep-stored.ts'

type Values = Readonly<Record<string, unknown>>

/** A value that was given as Markdown: its blocks, or the issues for which it is refused. */
export class ParsedMarkdown {
  readonly blocks: readonly Block[]
  /** with paths within the value */
  readonly issues: readonly Issue[]

  /** JSON in fences can hold what must not be stored, as any JSON. */
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
  const parsed = Object.entries(data ?? {}).filter(
    (entry): entry is [string, ParsedMarkdown] => entry[1] instanceof ParsedMarkdown,
  )
  if (parsed.length === 0) return { data, issues: [] }
  const stored = await storedData()
  const issues: Issue[] = []
  const blocks: Record<string, readonly Block[] | null> = {}
  for (const [slug, { blocks: given, issues: own }] of parsed) {
    for (const issue of own) issues.push({ ...issue, path: pathOf('data', slug, issue.path) })
    // A refused text is an empty value, so that no other check reports the same field.
    const isMissing = own.length === 0 && given.length === 0 && field.get(slug)?.required === true
    blocks[slug] = isMissing ? null : keepStored(given, richTextIn(stored[slug]))
  }
  return { data: { ...data, ...blocks }, issues }
}

function pathOf(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('.')
}

function richTextIn(value: unknown): readonly Block[] {
  return Array.isArray(value) ? (value as Block[]) : []
}
