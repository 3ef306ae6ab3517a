import { isLinkKey, isSafeLink } from '@octavo/contract/url'
import { isObject } from '../model/same.ts'
import type { Block } from '../types.ts'
import type { LeftOut } from './clean-html.ts'

type Part = Readonly<Record<string, unknown>>

/**
 * Validates blocks from the clipboard, which any page can write, and removes unsafe links. Null if `data` is not a list
 * of blocks.
 */
export function safeBlocks(data: unknown, leftOut: LeftOut): Block[] | null {
  if (!Array.isArray(data) || data.length === 0) return null
  const blocks = data.filter((value): value is Block => isObject(value) && typeof value['_type'] === 'string')
  return blocks.length === data.length ? blocks.map((block) => withSafeLinks(block, leftOut)) : null
}

/**
 * Removes what the service would refuse: unsafe addresses at any depth, as in the cells of a table. Of a linked text
 * the text stays, of another object all but the address.
 */
export function withSafeLinks(block: Block, leftOut: LeftOut): Block {
  return { ...safePart(block, leftOut), _type: block._type }
}

function safePart(part: Part, leftOut: LeftOut): Part {
  return Object.fromEntries(
    Object.entries(withSafeMarks(part, leftOut)).flatMap(([key, value]) => {
      const isAddress = isLinkKey(key)
      if (isAddress && isUnsafe(value, leftOut)) return []
      return [[key, safeValue(value, isAddress, leftOut)]]
    }),
  )
}

/** Texts of a list are addresses if its key is that of an address. */
function safeValue(value: unknown, isAddress: boolean, leftOut: LeftOut): unknown {
  if (isObject(value)) return safePart(value, leftOut)
  if (!Array.isArray(value)) return value
  return value
    .filter((entry) => !(isAddress && isUnsafe(entry, leftOut)))
    .map((entry) => safeValue(entry, isAddress, leftOut))
}

/** Whether a value is an unsafe address; counts it if so. */
function isUnsafe(value: unknown, leftOut: LeftOut): boolean {
  if (typeof value !== 'string' || isSafeLink(value)) return false
  leftOut.links++
  return true
}

/** Removes the marks of unsafe links from a text block; their text stays. */
function withSafeMarks(block: Part, leftOut: LeftOut): Part {
  const { markDefs, children } = block
  if (!Array.isArray(markDefs)) return block
  const safe = markDefs.filter((mark) => !isUnsafeLink(mark))
  if (safe.length === markDefs.length) return block
  leftOut.links += markDefs.length - safe.length
  const removedKeys = new Set(markDefs.filter(isUnsafeLink).map(({ _key }) => _key))
  const kept = Array.isArray(children) && children.map((child) => withoutMarks(child, removedKeys))
  return { ...block, markDefs: safe, ...(kept !== false && { children: kept }) }
}

function isUnsafeLink(mark: unknown): mark is Part {
  return isObject(mark) && mark['_type'] === 'link' && !isSafeLink(String(mark['href']))
}

function withoutMarks(child: unknown, removedKeys: ReadonlySet<unknown>): unknown {
  if (!isObject(child) || !Array.isArray(child['marks'])) return child
  return { ...child, marks: child['marks'].filter((mark) => !removedKeys.has(mark)) }
}
