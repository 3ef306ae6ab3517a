import { isSplitByMcp } from '@octavo/contract/mcp'
import { limits } from '@octavo/contract/limits'
import { invalidAt } from '../../platform/errors.ts'
import type { Projection } from './arguments.ts'
import type { Tool } from './tools.ts'

type Values = Readonly<Record<string, unknown>>

/** bytes reserved for the cursor and the notice */
const reservedBytes = 1000
/** attempts to shorten a list; the list can change between two of them */
const maxTries = 5

/** the form of the cursor of a list that the operation returns without pages */
const cursorForm = /^after-(\d{1,6})$/

/**
 * Truncates a list that is too long for one response at a whole item, and adds a notice. A list with pages is requested
 * again with fewer items. A list without pages is cut, and gets a cursor of the MCP interface.
 */
export async function truncated(
  { operation: { mcp } }: Tool,
  { cursor }: Projection,
  ask: (limit?: number) => Promise<Values>,
): Promise<string> {
  // Where the list is in the result, such as `items`; undefined for tools without one.
  const path = mcp.list
  const first = await ask()
  if (path === undefined) return JSON.stringify(first)
  // The operation has no pages, so the MCP interface makes them.
  if (isSplitByMcp(mcp)) return JSON.stringify(partOf(first, path, cursor))
  const length = listAt(first, path).length
  let result = first
  for (let tried = 1; ; tried++) {
    const json = JSON.stringify(result)
    const list = listAt(result, path)
    if (Buffer.byteLength(json) <= limits.mcpAnswer || list.length < 2 || tried > maxTries) return json
    const shorter = await ask(countThatFits(list, 0, includedBytesPerItem(result, path)))
    // Without a further page nothing was cut: the list has become shorter since the first call.
    const isCut = shorter['nextCursor'] !== undefined
    result = isCut ? withNotice(shorter, listAt(shorter, path).length, length) : shorter
  }
}

/** A page of a list that the operation returns without pages. */
function partOf(result: Values, path: string, cursor: string | undefined): Values {
  const all = listAt(result, path)
  const start = cursor === undefined ? 0 : startOf(cursor)
  const remaining = all.slice(start)
  const frameBytes = Buffer.byteLength(JSON.stringify(withList(result, path, [])))
  const count = countThatFits(remaining, frameBytes)
  if (start === 0 && count === all.length) return result
  const page = withList(result, path, remaining.slice(0, count))
  if (count === remaining.length) return page
  return { ...withNotice(page, count, remaining.length), nextCursor: `after-${start + count}` }
}

function startOf(cursor: string): number {
  const start = cursorForm.exec(cursor)?.[1]
  if (start === undefined) throw invalidAt('cursor', 'is not a cursor of this list')
  return Number(start)
}

/** The bytes per item of the objects that are included with a list: with fewer items there are fewer of them. */
function includedBytesPerItem(result: Values, path: string): number {
  const { included } = result
  if (included === undefined) return 0
  return Buffer.byteLength(JSON.stringify(included)) / listAt(result, path).length
}

/**
 * The number of items that fit into one answer, at least one. `frameBytes` are the bytes of the result without its
 * list, `includedPerItem` the bytes that come with each item elsewhere in the result.
 */
function countThatFits(list: readonly unknown[], frameBytes = 0, includedPerItem = 0): number {
  let bytes = reservedBytes + frameBytes
  let count = 0
  for (const item of list) {
    bytes += Buffer.byteLength(JSON.stringify(item)) + 1 + includedPerItem
    if (bytes > limits.mcpAnswer) break
    count++
  }
  return Math.min(list.length, Math.max(1, count))
}

function withNotice(result: Values, count: number, total: number): Values {
  const { notice } = result
  const also = typeof notice === 'string' ? ` ${notice}` : ''
  return {
    ...result,
    notice: `Shortened to ${count} of ${total}: an answer has at most ${limits.mcpAnswer / 1000} KB. Continue with cursor = nextCursor and the same other arguments; with fewer fields, more items fit.${also}`,
  }
}

function listAt(result: Values, path: string): readonly unknown[] {
  const found = path.split('.').reduce<unknown>((value, key) => (value as Values | undefined)?.[key], result)
  return Array.isArray(found) ? found : []
}

function withList(result: Values, path: string, list: readonly unknown[]): Values {
  const [key = '', ...rest] = path.split('.')
  if (rest.length === 0) return { ...result, [key]: list }
  return { ...result, [key]: withList(result[key] as Values, rest.join('.'), list) }
}
