import { isSafeLink } from '@octavo/contract/url'
import { isObject } from '../model/same.ts'
import type { Block } from '../types.ts'
import type { LeftOut } from './clean-html.ts'

/**
 * Validates blocks from the clipboard, which any page can write, and removes unsafe links. Null if `data` is not a list
 * of blocks.
 */
export function safeBlocks(data: unknown, leftOut: LeftOut): Block[] | null {
  if (!Array.isArray(data) || data.length === 0) return null
  const blocks = data.filter((value): value is Block => isObject(value) && typeof value['_type'] === 'string')
  return blocks.length === data.length ? blocks.map((block) => withSafeLinks(block, leftOut)) : null
}

/** Removes unsafe links from a text block; their text stays. */
export function withSafeLinks(block: Block, leftOut: LeftOut): Block {
  const { markDefs } = block
  if (block._type !== 'block' || !Array.isArray(markDefs)) return block
  const safe = markDefs.filter(
    (mark) => !isObject(mark) || mark['_type'] !== 'link' || isSafeLink(String(mark['href'])),
  )
  if (safe.length === markDefs.length) return block
  leftOut.links += markDefs.length - safe.length
  const removedKeys = new Set(
    markDefs.filter((mark) => !safe.includes(mark)).map((mark) => (mark as Block)['_key']),
  )
  const children = Array.isArray(block['children']) ? block['children'] : []
  return { ...block, markDefs: safe, children: children.map((child) => withoutMarks(child, removedKeys)) }
}

function withoutMarks(child: unknown, removedKeys: ReadonlySet<unknown>): unknown {
  if (!isObject(child) || !Array.isArray(child['marks'])) return child
  return { ...child, marks: child['marks'].filter((mark) => !removedKeys.has(mark)) }
}
