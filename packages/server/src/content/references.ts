import type { Issue } from '@octavo/contract/errors'
import { broken } from '@octavo/contract/rules'
import type { ReadContext, WriteContext } from '../context.ts'
import { invalid } from '../errors.ts'
import type { FieldModel } from '../schema/model.ts'
import { existingIds } from './store.ts'
import type { ParsedValues } from './values.ts'

interface GivenValue {
  field: FieldModel
  value: unknown
  /** where it stands in the input */
  path: string
}

/** Every reference must point at an item of the target collection that is there and not in the trash. */
export async function refuseMissingReferences(
  context: WriteContext,
  given: readonly GivenValue[],
): Promise<void> {
  const issues = await missingReferences(context, given)
  if (issues.length > 0) throw invalid(issues)
}

/** The references that point nowhere; what others point at stays until the transaction ends, unless `isOnlyLook`. */
export async function missingReferences(
  context: ReadContext,
  given: readonly GivenValue[],
  isOnlyLook = false,
): Promise<Issue[]> {
  const issues: Issue[] = []
  for (const { field, value, path } of given) {
    const ids = referencedIds(field, value)
    if (ids.length === 0) continue
    const slug = String(field.options['collection'])
    const target = context.schema.collections.get(slug)
    if (target === undefined) {
      issues.push({ path, message: `refers into the collection "${slug}", which does not exist any more` })
      continue
    }
    const found = await existingIds(context, target, ids, isOnlyLook)
    for (const id of ids) {
      if (!found.has(id)) issues.push({ path, ...broken('missingItem', { id, collection: slug }) })
    }
  }
  return issues
}

/** Throws VALIDATION_ERROR for what is wrong with values that were parsed, references that point nowhere included. */
export async function refuseInvalid(context: WriteContext, { values, issues }: ParsedValues): Promise<void> {
  const given = [...values].map(([field, value]) => ({ field, value, path: `data.${field.slug}` }))
  const all = [...issues, ...(await missingReferences(context, given))]
  if (all.length > 0) throw invalid(all)
}

function referencedIds(field: FieldModel, value: unknown): string[] {
  if (field.type.name !== 'reference' || value === null || value === undefined) return []
  return Array.isArray(value) ? (value as string[]) : [value as string]
}
