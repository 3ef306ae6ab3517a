import { operations } from '@octavo/contract/operations/registry'
import type { PlannedItem, Step } from '../plan/planned-item.ts'
import { type FoundItem, findItems } from './found-items.ts'
import { ask, type MediaItem, type Site } from './site.ts'
import { Values } from './values.ts'

/** A created item. */
export interface Made {
  readonly id: string
  readonly slug: string
}

/** The objects that items refer to and that exist before them, by the keys of the plan. */
export interface Surroundings {
  readonly media: ReadonlyMap<string, MediaItem>
  /** ids */
  readonly terms: ReadonlyMap<string, string>
}

/**
 * Creates all items, with as many concurrent calls as the database supports; each waits only for the items that it
 * refers to. Every step is an operation at the time in the plan, so that the items have a history. Steps of an earlier
 * run are skipped.
 */
export async function makeItems(
  site: Site,
  { items, locale }: { readonly items: readonly PlannedItem[]; readonly locale: string },
  { media, terms }: Surroundings,
): Promise<ReadonlyMap<string, Made>> {
  const found = await findItems(site, items, locale)
  const making = new Map<string, Promise<Made>>()
  const idOf = async (key: string): Promise<string> => {
    const made = making.get(key)
    if (made === undefined)
      throw new Error(`The plan of the demo refers to ${key}, which comes later or never.`)
    return (await made).id
  }
  const shared = { site, terms, values: new Values(idOf, media), idOf }
  for (const item of items) {
    making.set(item.key, makeItem(shared, { locale, ...item }, found.get(item.key)))
  }
  // If one item fails, the others still use the database, which the caller closes.
  await Promise.allSettled(making.values())
  const entries = [...making].map(async ([key, made]): Promise<[string, Made]> => [key, await made])
  return new Map(await Promise.all(entries))
}

interface ItemContext {
  readonly site: Site
  readonly terms: ReadonlyMap<string, string>
  readonly values: Values
  idOf(key: string): Promise<string>
}

type Localized = PlannedItem & { readonly locale: string }

async function makeItem(context: ItemContext, item: Localized, found: FoundItem | undefined): Promise<Made> {
  if (found?.isTrashed === true) return found
  const remaining = found === undefined ? item.steps : remainingSteps(item.steps, found.version)
  // The first step of a new item creates it, and returns its id.
  let made: Made = found ?? { id: '', slug: '' }
  for (const step of remaining) {
    const target = { collection: item.collection, id: made.id }
    made = (await change(context, { item, target, step })) ?? made
  }
  return made
}

/** The steps that an item of this version has not gone through: each change has raised the version by one. */
function remainingSteps(steps: readonly Step[], version: number): readonly Step[] {
  return steps.slice(version)
}

interface StepOnItem {
  readonly item: Localized
  readonly target: { readonly collection: string; readonly id: string }
  readonly step: Step
}

/** Performs one step. Returns the created item; null for a step that changes an existing one. */
async function change(
  { site, terms, values, idOf }: ItemContext,
  { item, target, step }: StepOnItem,
): Promise<Made | null> {
  const { content } = operations
  switch (step.kind) {
    case 'create': {
      const { translationOf, locale } = item
      const input = {
        collection: item.collection,
        data: await values.resolve(step.data),
        status: step.status,
        locale,
        ...(step.terms !== undefined && {
          terms: Object.fromEntries(
            Object.entries(step.terms).map(([taxonomy, keys]) => [
              taxonomy,
              keys.flatMap((key) => terms.get(key) ?? []),
            ]),
          ),
        }),
        ...(translationOf !== undefined && { translationOf: await idOf(translationOf) }),
      }
      const { id, slug } = (await ask(site, content.create, input, step.at)).item
      return { id, slug }
    }
    case 'save': {
      const data = await values.resolve(step.data)
      await ask(site, content.update, { ...target, data }, step.at)
      return null
    }
    case 'publish':
      await ask(site, content.publish, target, step.at)
      return null
    case 'schedule': {
      const scheduledAt = step.until.toISOString()
      await ask(site, content.schedule, { ...target, scheduledAt }, step.at)
      return null
    }
    case 'trash':
      await ask(site, content.delete, target, step.at)
      return null
  }
}
