import { operations } from '@octavo/contract/operations/registry'
import { serviceCaller } from '../core/caller.ts'
import type { Schema } from '../core/model/model.ts'
import { invoke } from '../core/invoke.ts'
import type { FieldPlan } from './field-plans.ts'
import type { CollectionPlan } from './naming.ts'
import { type Run, stopIfAsked } from './run.ts'

const { schema: operation } = operations

/** Creates missing collections and fields: first all collections, because fields can refer to any of them. */
export async function makeSchema(run: Run): Promise<void> {
  const comments = run.options.includeComments && run.comments !== null ? [run.comments] : []
  const plans = [...run.collections.values(), ...comments]
  for (const plan of plans) await makeCollection(run, plan)
  for (const plan of plans) for (const field of plan.fields) await makeField(run, plan, field)
}

/** Creates a collection, unless it exists. */
async function makeCollection(run: Run, { slug, label, labelSingular }: CollectionPlan): Promise<void> {
  if ((await currentSchema(run)).collections.has(slug)) return
  const supports = ['drafts', 'revisions', 'preview', 'scheduling', 'search']
  const input = { slug, label, supports, ...(labelSingular !== null && { labelSingular }) }
  await invoke(run.services, { operation: operation.createCollection, caller: serviceCaller('job'), input })
}

/** Creates a field, unless the collection has it. */
async function makeField(run: Run, plan: CollectionPlan, field: FieldPlan): Promise<void> {
  const { collections } = await currentSchema(run)
  if (collections.get(plan.slug)?.field.has(field.slug) === true) return
  const input = fieldInput(plan, field)
  await invoke(run.services, { operation: operation.createField, caller: serviceCaller('job'), input })
}

/** The schema with the changes of the step before; others may change it meanwhile. Stops a run that must stop. */
async function currentSchema(run: Run): Promise<Schema> {
  stopIfAsked(run)
  await run.services.schema.refresh()
  return run.services.schema.current
}

function fieldInput({ slug: collection }: CollectionPlan, field: FieldPlan): Record<string, unknown> {
  const { slug, label, type, isSearchable, options, validation } = field
  return {
    collection,
    slug,
    label,
    type,
    searchable: isSearchable === true,
    ...(options !== undefined && { options }),
    ...(validation !== undefined && { validation }),
  }
}
