import type { Issue } from '@octavo/contract/errors'
import { limits } from '@octavo/contract/limits'

/**
 * What no part of the service could store, send or walk safely, wherever it stands in an input: text that is not
 * well-formed Unicode, the NUL character, keys that reach into prototypes, nesting without end.
 */
export function findUnsafe(value: unknown): Issue[] {
  const issues: Issue[] = []
  walk(value, '', 0, issues)
  return issues
}

function walk(value: unknown, path: string, depth: number, issues: Issue[]): void {
  if (typeof value === 'string') {
    checkText(value, path, issues)
  } else if (typeof value === 'object' && value !== null) {
    if (depth >= limits.depth)
      issues.push({ path, message: `must not nest deeper than ${limits.depth} levels` })
    else if (Array.isArray(value)) walkArray(value, path, depth, issues)
    else walkObject(value as Record<string, unknown>, path, depth, issues)
  }
}

function walkArray(values: readonly unknown[], path: string, depth: number, issues: Issue[]): void {
  for (let index = 0; index < values.length; index++) {
    walk(values[index], join(path, String(index)), depth + 1, issues)
  }
}

function walkObject(value: Record<string, unknown>, path: string, depth: number, issues: Issue[]): void {
  for (const key of Object.keys(value)) {
    const below = join(path, key)
    if (key === '__proto__') issues.push({ path: below, message: 'is not a key that can be stored' })
    checkText(key, below, issues)
    walk(value[key], below, depth + 1, issues)
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
