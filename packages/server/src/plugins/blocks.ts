import type { Issue } from '@octavo/contract/errors'
import { limits } from '@octavo/contract/limits'
import { invalid } from '../platform/errors.ts'
import { issueOf } from '../platform/issues.ts'
import { isMediaReference, recordKeys } from '../core/model/media-marks.ts'
import { unsafeLinkIssues, withLinkIssues } from '../core/rich-text-links.ts'
import type { ActiveBlock, BlockTypes } from './active.ts'

/**
 * Validates the blocks of enabled plugins at any depth of rich text, and returns the rich text to store. Blocks of
 * other types are unchanged, because their plugin may be disabled and its data must not be lost.
 */
export function checkBlocks(
  types: BlockTypes,
  blocks: readonly unknown[],
  path: string,
): { blocks: readonly unknown[]; issues: Issue[] } {
  const issues: Issue[] = []
  if (types.size === 0) return { blocks, issues }
  const checked = blocks.map((block, index) => checkWithin({ types, issues }, block, `${path}.${index}`))
  return { blocks: checked, issues }
}

interface Replaced {
  readonly path: string
  /** the previous rich text, whose unsafe links are allowed to remain */
  readonly stored: readonly unknown[]
}

/** The rich text to store; throws VALIDATION_ERROR with all issues of its blocks and links. */
export function checkedBlocks<Block>(
  types: BlockTypes,
  given: readonly Block[],
  { path, stored }: Replaced,
): Block[] {
  const { blocks, issues } = checkBlocks(types, given, path)
  const all = withLinkIssues(issues, unsafeLinkIssues(blocks, path, stored))
  if (all.length > 0) throw invalid(all)
  return blocks as Block[]
}

interface Checking {
  readonly types: BlockTypes
  readonly issues: Issue[]
}

/**
 * The value to store, with all blocks of plugins in it validated. It searches objects and lists at any depth, because
 * blocks can be nested in columns and in paragraphs. The issues are added to those of `checking`.
 */
function checkWithin(checking: Checking, value: unknown, path: string): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((one, index) => checkWithin(checking, one, `${path}.${index}`))
  const object = value as Record<string, unknown>
  const type = checking.types.get(String(object['_type']))
  if (type !== undefined) return checkBlock(checking, type, object, path)
  // Mark definitions (links, notes) have their own types, so they are not checked as blocks.
  const isTextBlock = object['_type'] === 'block'
  return Object.fromEntries(
    Object.entries(object).map(([key, inner]) => [
      key,
      isTextBlock && key === 'markDefs' ? inner : checkWithin(checking, inner, `${path}.${key}`),
    ]),
  )
}

/**
 * The result of validating a block by the schema of its type. Answers add members to references to media that the type
 * may not define; these are ignored, so that clients can send back what they have read.
 */
function parseBlock({ schema }: ActiveBlock, block: Readonly<Record<string, unknown>>) {
  const result = schema.safeParse(block)
  if (result.success || !result.error.issues.some(({ code }) => code === 'unrecognized_keys')) return result
  const copy = structuredClone(block)
  for (const issue of result.error.issues)
    if (issue.code === 'unrecognized_keys') removeRecordKeys(valueAt(copy, issue.path), issue.keys)
  const withoutRecordKeys = schema.safeParse(copy)
  return withoutRecordKeys.success ? withoutRecordKeys : result
}

/** The inner value at a path; undefined without one. */
function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | null)?.[key], value)
}

/** Removes from a reference to media those of the keys whose values answers take from the media library. */
function removeRecordKeys(reference: unknown, keys: readonly string[]): void {
  if (!isMediaReference(reference)) return
  const ofRecord = new Set<string>(recordKeys)
  for (const key of keys) if (ofRecord.has(key)) Reflect.deleteProperty(reference, key)
}

/** Validates a block of a plugin and returns the block to store. An invalid block is returned as it is, with issues. */
function checkBlock(
  { issues }: Checking,
  type: ActiveBlock,
  block: Readonly<Record<string, unknown>>,
  path: string,
): unknown {
  const { _type, _key, ...members } = block
  const { success, data, error } = parseBlock(type, members)
  if (success) {
    // The plugin gets copies, so that it cannot change what is stored.
    const problem = type.check?.(structuredClone(data), structuredClone(type.settings))
    if (problem !== undefined)
      issues.push({
        path: problem.path === undefined ? path : `${path}.${problem.path}`,
        message: problem.message,
      })
    return { _type, ...(_key !== undefined && { _key }), ...data }
  }
  for (const issue of error.issues) {
    if (issues.length >= limits.issues) break
    const place = [path, ...issue.path].map(String).join('.')
    if (issue.code !== 'unrecognized_keys') {
      issues.push(issueOf(issue, place))
      continue
    }
    // Each unknown key gets its own issue.
    for (const key of issue.keys.slice(0, limits.issues))
      issues.push({
        path: `${place}.${key}`,
        message: `is not known in a block of the type "${String(_type)}"`,
      })
  }
  return block
}
