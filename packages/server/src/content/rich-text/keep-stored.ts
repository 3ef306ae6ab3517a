import type { Block } from './block.ts'
import { fingerprint } from './comparable.ts'

/** Replaces each block that means the same as one of `stored` by that one, including its keys; each of them once. */
export function keepStored(blocks: readonly Block[], stored: readonly Block[]): Block[] {
  if (stored.length === 0) return [...blocks]
  const unused = new Map<string, Block[]>()
  for (const block of stored) {
    const key = fingerprint(block)
    const same = unused.get(key)
    if (same === undefined) unused.set(key, [block])
    else same.push(block)
  }
  return blocks.map((block) => unused.get(fingerprint(block))?.shift() ?? block)
}
