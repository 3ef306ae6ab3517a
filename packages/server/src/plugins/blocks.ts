import type { Issue } from '@octavo/contract/errors'
import type { BlockTypes } from './active.ts'

/**
 * Checks the blocks of rich text whose types belong to enabled plugins, and gives all of them in the form to store.
 * Blocks of other types stay as they are: their plugin may be disabled, and nothing is lost meanwhile.
 */
export function checkBlocks(
  types: BlockTypes,
  blocks: readonly unknown[],
  path: string,
): { blocks: readonly unknown[]; issues: Issue[] } {
  const issues: Issue[] = []
  if (types.size === 0) return { blocks, issues }
  const checked = blocks.map((block, index) => checkBlock(types, block, `${path}.${index}`, issues))
  return { blocks: checked, issues }
}

function checkBlock(types: BlockTypes, block: unknown, path: string, issues: Issue[]): unknown {
  const { _type, _key, ...own } = block as Record<string, unknown>
  const type = types.get(String(_type))
  if (type === undefined) return block
  const { success, data, error } = type.schema.safeParse(own)
  if (success) return { _type, ...(_key !== undefined && { _key }), ...data }
  for (const issue of error.issues) {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : [null]
    for (const key of keys) {
      issues.push({
        path: [path, ...issue.path, ...(key === null ? [] : [key])].map(String).join('.'),
        message: key === null ? issue.message : `is not known in a block of the type "${String(_type)}"`,
      })
    }
  }
  return block
}
