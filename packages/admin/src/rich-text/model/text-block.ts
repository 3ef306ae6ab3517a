import type { Block } from '../types.ts'
import { isObject } from './same.ts'

export interface Child {
  readonly _type: string
  readonly [part: string]: unknown
}

export interface TextBlock extends Block {
  readonly children: readonly Child[]
  readonly markDefs?: readonly Child[] | null
}

/**
 * Whether a block can be edited as text. The service accepts more forms of text blocks; the others are shown as cards
 * and kept unchanged.
 */
export function isTextBlock(block: Block): block is TextBlock {
  return (
    block._type === 'block' &&
    isListOf(block['children'], isChild) &&
    isAbsentOr(block['markDefs'], (value) => isListOf(value, isTyped)) &&
    isAbsentOr(block['style'], isName) &&
    isAbsentOr(block['listItem'], isName) &&
    isAbsentOr(block['level'], (value) => typeof value === 'number') &&
    // A list entry with nested blocks cannot be edited as text: it is shown as a card and kept unchanged.
    block['content'] === undefined
  )
}

export function isSpan(child: Child): child is Child & { text: string; marks?: readonly string[] | null } {
  return child._type === 'span'
}

function isChild(value: unknown): value is Child {
  if (!isTyped(value)) return false
  if (!isSpan(value)) return true
  return typeof value.text === 'string' && isAbsentOr(value['marks'], (marks) => isListOf(marks, isName))
}

function isTyped(value: unknown): value is Child {
  return isObject(value) && isName(value['_type'])
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function isAbsentOr(value: unknown, isFit: (value: unknown) => boolean): boolean {
  return value === undefined || value === null || isFit(value)
}

function isListOf<Part>(value: unknown, isFit: (part: unknown) => part is Part): value is Part[] {
  return Array.isArray(value) && value.every(isFit)
}
