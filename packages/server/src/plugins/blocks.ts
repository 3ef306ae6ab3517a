import type { Issue } from '@octavo/contract/errors'
import { invalid } from '../errors.ts'
import { issueOf } from '../issues.ts'
import type { ActiveBlock, BlockTypes } from './active.ts'

/**
 * Checks the blocks of rich text whose types belong to enabled plugins, wherever they stand, and gives all of them in
 * the form to store. Blocks of other types stay as they are: their plugin may be disabled, and nothing is lost meanwhile.
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

/** Rich text as it is to be stored; VALIDATION_ERROR with all that is wrong with its blocks. */
export function checkedBlocks<Block>(types: BlockTypes, given: readonly Block[], path: string): Block[] {
  const { blocks, issues } = checkBlocks(types, given, path)
  if (issues.length > 0) throw invalid(issues)
  return blocks as Block[]
}

interface Checking {
  readonly types: BlockTypes
  readonly issues: Issue[]
}

/** Blocks stand in the columns of others, and in the lines of a paragraph. */
function checkWithin(checking: Checking, value: unknown, path: string): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((one, index) => checkWithin(checking, one, `${path}.${index}`))
  const object = value as Record<string, unknown>
  const type = checking.types.get(String(object['_type']))
  if (type !== undefined) return checkBlock(checking, type, object, path)
  // What its marks mean (a link, a note) is told there, with types of their own.
  const isLine = object['_type'] === 'block'
  return Object.fromEntries(
    Object.entries(object).map(([key, inner]) => [
      key,
      isLine && key === 'markDefs' ? inner : checkWithin(checking, inner, `${path}.${key}`),
    ]),
  )
}

function checkBlock(
  { issues }: Checking,
  type: ActiveBlock,
  block: Readonly<Record<string, unknown>>,
  path: string,
): unknown {
  const { _type, _key, ...own } = block
  const { success, data, error } = type.schema.safeParse(own)
  if (success) {
    const problem = type.check?.(structuredClone(data), structuredClone(type.settings))
    if (problem !== undefined)
      issues.push({
        path: problem.path === undefined ? path : `${path}.${problem.path}`,
        message: problem.message,
      })
    return { _type, ...(_key !== undefined && { _key }), ...data }
  }
  for (const issue of error.issues) {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : [null]
    for (const key of keys) {
      const place = [path, ...issue.path, ...(key === null ? [] : [key])].map(String).join('.')
      if (key === null) issues.push(issueOf(issue, place))
      else issues.push({ path: place, message: `is not known in a block of the type "${String(_type)}"` })
    }
  }
  return block
}
