import { randomBytes } from 'node:crypto'

/** A block of rich text, or an object within one. */
export type Block = Readonly<Record<string, unknown>>

export type Span = Block & { readonly text: string; readonly marks: readonly string[] }

export function newKey(): string {
  return randomBytes(6).toString('hex')
}

export function isObject(value: unknown): value is Block {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The blocks of a value of rich text; anything else in it, or in its place, is left out. */
export function blocksIn(value: unknown): readonly Block[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

/** The reason why Markdown is refused, because no part of a text may change silently. */
export class MarkdownRefusal extends Error {}

/** Markdown cannot express a block, so it is written as JSON. */
export class NotExpressible extends Error {}

/** the tones of callouts, which Markdown writes as `> [!NOTE]` */
export const tones = ['note', 'tip', 'important', 'warning', 'caution'] as const
