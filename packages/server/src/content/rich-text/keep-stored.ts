import type { Block } from './block.ts'
import { fingerprint } from './comparable.ts'

/** Replaces each block that means the same as one of `stored` by that one, including its keys; each of them once. */
export function keepStored(blocks: readonly Block[], stored: readonly Block[]): Block[] {
  if (stored.length === 0) return [...blocks]
  const waiting = new Map<string, Block[]>()
  for (const block of stored) {
    const key = fingerprint(block)
    const same = waiting.get(key)
    if (same === undefined) waiting.set(key, [block])
    else same.push(block)
  }
  return blocks.map((block) => waiting.get(fingerprint(block))?.shift() ?? block)
}
