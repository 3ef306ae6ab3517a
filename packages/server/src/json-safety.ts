import type { Issue } from '@octavo/contract/errors'
import { limits } from '@octavo/contract/limits'

/**
 * What no part of the service could store, send or walk safely, wherever it stands in an input: text that is not
 * well-formed Unicode, the NUL character, numbers beyond all numbers, keys that reach into prototypes, nesting without
 * end. `isTooDeep` warns those who would walk through all of the value.
 */
export function findUnsafe(value: unknown): { issues: Issue[]; isTooDeep: boolean } {
  const found: Found = { issues: [], isTooDeep: false }
  walk(value, '', 0, found)
  return found
}

interface Found {
  issues: Issue[]
  isTooDeep: boolean
}

function walk(value: unknown, path: string, depth: number, found: Found): void {
  if (typeof value === 'string') {
    checkText(value, path, found.issues)
  } else if (typeof value === 'number') {
    // What the parser of JSON makes of 1e400.
    if (!Number.isFinite(value)) found.issues.push({ path, message: 'is too large for a number' })
  } else if (typeof value === 'object' && value !== null) {
    if (depth >= limits.depth) {
      found.isTooDeep = true
      found.issues.push({ path, message: `must not nest deeper than ${limits.depth} levels` })
    } else if (Array.isArray(value)) walkArray(value, path, depth, found)
    else walkObject(value as Record<string, unknown>, path, depth, found)
  }
}

function walkArray(values: readonly unknown[], path: string, depth: number, found: Found): void {
  for (let index = 0; index < values.length; index++) {
    walk(values[index], join(path, String(index)), depth + 1, found)
  }
}

function walkObject(value: Record<string, unknown>, path: string, depth: number, found: Found): void {
  for (const key of Object.keys(value)) {
    const below = join(path, key)
    if (key === '__proto__') found.issues.push({ path: below, message: 'is not a key that can be stored' })
    checkText(key, below, found.issues)
    walk(value[key], below, depth + 1, found)
  }
}

function checkText(text: string, path: string, issues: Issue[]): void {
  if (text.includes('\0'))
    issues.push({ path: path.toWellFormed(), message: 'must not hold the character U+0000' })
  if (!text.isWellFormed()) {
    issues.push({
      path: path.toWellFormed(),
      message: 'is not well-formed Unicode (half of a surrogate pair)',
    })
  }
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`
}
