import type { Issue } from '@octavo/contract/errors'
import type { WriteContext } from '../context.ts'
import { invalid } from '../errors.ts'
import type { FieldModel } from '../schema/model.ts'
import { existingIds } from './store.ts'
import type { Values } from './values.ts'

interface GivenValue {
  field: FieldModel
  value: unknown
  /** where it stands in the input */
  path: string
}

/** Every reference must point at an item of the target collection that is there and not in the trash. */
export async function refuseMissingReferences(context: WriteContext, given: readonly GivenValue[]): Promise<void> {
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
    const found = await existingIds(context, target, ids)
    for (const id of ids) {
      if (!found.has(id)) issues.push({ path, message: `there is no item ${id} in "${slug}" (or it is in the trash)` })
    }
  }
  if (issues.length > 0) throw invalid(issues)
}

export function givenValues(values: Values): GivenValue[] {
  return [...values].map(([field, value]) => ({ field, value, path: `data.${field.slug}` }))
}

function referencedIds(field: FieldModel, value: unknown): string[] {
  if (field.type.name !== 'reference' || value === null || value === undefined) return []
  return Array.isArray(value) ? (value as string[]) : [value as string]
}
