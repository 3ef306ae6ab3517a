import type { Operation } from '@octavo/contract/define'
import { operations } from '@octavo/contract/operations/registry'
import { serviceCaller } from '../caller.ts'
import type { Services } from '../context.ts'
import { Encoded } from '../encoded.ts'
import { invoke } from '../invoke.ts'
import type { DemoCollection } from './model.ts'
import { type Data, type PlannedItem, Ref, type Step } from './plan/planned-item.ts'

/** Makes a collection with its fields. */
export async function makeCollection(
  services: Services,
  { fields, ...collection }: DemoCollection,
): Promise<void> {
  const caller = serviceCaller('cli')
  await invoke(services, { operation: operations.schema.createCollection, caller, input: collection })
  for (const field of fields) {
    const input = { collection: collection.slug, ...field }
    await invoke(services, { operation: operations.schema.createField, caller, input })
  }
}

/** What an item is found by once it is made. */
export interface Made {
  readonly id: string
  readonly slug: string
}

/**
 * Makes all items, as many at a time as the database takes: each waits only for those that it refers to. Every step
 * is an operation at the time that the plan gives it, so that the site seems to have grown.
 */
export async function makeItems(
  services: Services,
  items: readonly PlannedItem[],
  locale: string,
): Promise<Map<string, Made>> {
  const making = new Map<string, Promise<Made>>()
  const idOf = async (key: string): Promise<string> => {
    const made = making.get(key)
    if (made === undefined)
      throw new Error(`The plan of the demo refers to ${key}, which comes later or never.`)
    return (await made).id
  }
  for (const item of items) making.set(item.key, makeItem(services, { locale, ...item }, idOf))
  // The database must not be closed under those that are still being made.
  await Promise.allSettled(making.values())
  const entries = [...making].map(async ([key, made]): Promise<[string, Made]> => [key, await made])
  return new Map(await Promise.all(entries))
}

async function makeItem(
  services: Services,
  { collection, locale, translationOf, steps }: PlannedItem,
  idOf: (key: string) => Promise<string>,
): Promise<Made> {
  let made: Made = { id: '', slug: '' }
  for (const step of steps) {
    const data = 'data' in step ? await resolved(step.data, idOf) : {}
    const target = { collection, id: made.id }
    const answer =
      step.kind === 'create'
        ? await callAt(services, step.at, operations.content.create, {
            collection,
            data,
            status: step.status,
            locale,
            ...(translationOf !== undefined && { translationOf: await idOf(translationOf) }),
          })
        : await callAt(services, step.at, ...change(step, target, data))
    made = itemOf(answer) ?? made
  }
  return made
}

type Change = Exclude<Step, { kind: 'create' }>

function change(
  step: Change,
  target: { collection: string; id: string },
  data: Data,
): [Operation, Record<string, unknown>] {
  const { content } = operations
  switch (step.kind) {
    case 'save':
      return [content.update, { ...target, data }]
    case 'publish':
      return [content.publish, target]
    case 'schedule':
      return [content.schedule, { ...target, scheduledAt: step.until.toISOString() }]
    case 'trash':
      return [content.delete, target]
  }
}

/** Calls an operation as if it were that time. */
function callAt(
  services: Services,
  at: Date,
  operation: Operation,
  input: Record<string, unknown>,
): Promise<unknown> {
  return invoke({ ...services, clock: () => at }, { operation, caller: serviceCaller('cli'), input })
}

function itemOf(answer: unknown): Made | null {
  if (!(answer instanceof Encoded)) return null
  const { item } = JSON.parse(answer.data.toString()) as { item: Made }
  return { id: item.id, slug: item.slug }
}

async function resolved(data: Data, idOf: (key: string) => Promise<string>): Promise<Data> {
  const entries = Object.entries(data).map(
    async ([field, value]) => [field, await resolvedValue(value, idOf)] as const,
  )
  return Object.fromEntries(await Promise.all(entries))
}

function resolvedValue(value: unknown, idOf: (key: string) => Promise<string>): unknown {
  if (value instanceof Ref) return idOf(value.key)
  if (!Array.isArray(value)) return value
  return Promise.all(value.map((entry: unknown) => (entry instanceof Ref ? idOf(entry.key) : entry)))
}
