import { operations } from '@octavo/contract/operations/registry'
import { serviceCaller } from '../core/caller.ts'
import { invoke } from '../core/invoke.ts'
import { type CollectionPlan, type FieldPlan, roles } from './naming.ts'
import { type Run, stopIfAsked } from './run.ts'

const { schema: operation } = operations

/** Creates missing collections and fields. */
export async function makeSchema(run: Run): Promise<void> {
  const { services } = run
  const caller = serviceCaller('job')
  for (const plan of run.collections.values()) {
    stopIfAsked(run)
    await services.schema.refresh()
    const { slug, label, labelSingular } = plan
    if (!services.schema.current.collections.has(slug)) {
      const supports = ['drafts', 'revisions', 'preview', 'scheduling', 'search']
      const input = { slug, label, supports, ...(labelSingular !== null && { labelSingular }) }
      await invoke(services, { operation: operation.createCollection, caller, input })
    }
    for (const field of plan.fields) {
      const { field: known } = services.schema.current.collections.get(slug) ?? { field: new Map() }
      if (known.has(field.slug)) continue
      await invoke(services, { operation: operation.createField, caller, input: fieldInput(plan, field) })
    }
  }
}

function fieldInput(
  { slug: collection }: CollectionPlan,
  { role, slug, type }: FieldPlan,
): Record<string, unknown> {
  const { label } = roles[role]
  return {
    collection,
    slug,
    label,
    type,
    searchable: 'isSearchable' in roles[role],
    ...(type === 'reference' && { options: { collection } }),
  }
}
