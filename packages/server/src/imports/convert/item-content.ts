import { findUnsafe } from '../../platform/json-safety.ts'
import type { ExportItem } from '../wxr/records.ts'
import { type Block, Findings, type Found } from './block.ts'
import { type ContentFacts, type Converted, convertContent } from './convert.ts'
import { convertMarkdown } from './markdown.ts'

/** The input for the conversion of an item's content, as plain data. */
export interface ContentTask extends Pick<ExportItem, 'content' | 'format' | 'targets'> {
  readonly facts: ContentFacts
}

/** A converted content as plain data. */
export interface ContentResult {
  readonly blocks: Block[]
  readonly found: Found
  readonly isSafe: boolean
}

/** Converts a content, in the thread or in the main one. */
export function convertTask(task: ContentTask): Converted {
  return task.format === 'markdown' ? convertMarkdown(task) : convertContent(task.content, task.facts)
}

/** The result as plain data, as it is sent from the thread; the check for unsafe JSON is made there as well. */
export function resultOf({ blocks, findings }: Converted): ContentResult {
  // Nested as deeply as the blocks are in an item, so that the limit of depth is the same.
  const isSafe = findUnsafe({ data: { content: blocks } }).issues.length === 0
  return { blocks, found: findings.found, isSafe }
}

/** A result that was sent as plain data, with its findings as an object again. */
export function convertedOf({ blocks, found, isSafe }: ContentResult): Converted {
  return { blocks, findings: new Findings(found), isSafe }
}
