import { operations } from '@octavo/contract/operations/registry'
import { serviceCaller } from '../caller.ts'
import type { Services } from '../context.ts'
import { OctavoError } from '../errors.ts'
import { invoke } from '../invoke.ts'
import { type Made, makeCollection, makeItems } from './make.ts'
import { demoCollections } from './model.ts'
import { type Plan, planDemo } from './plan/plan.ts'

/** The demo was made now, with this plan and these items by their keys in it; or it was there already. */
export type DemoOutcome =
  | { readonly kind: 'made'; readonly plan: Plan; readonly made: ReadonlyMap<string, Made> }
  | { readonly kind: 'present' }

/**
 * Fills a site with a small magazine, by the same operations as anyone has. Run again it changes nothing. Throws
 * CONFLICT, before anything is made, when a collection of the site has a name that the demo needs.
 */
export async function makeDemo(services: Services): Promise<DemoOutcome> {
  const present = await presentSlugs(services)
  if (present.length === demoCollections.length) return { kind: 'present' }
  if (present.length > 0) throw nameTaken(present)
  const { locales } = services.config
  const plan = planDemo(services.clock(), locales)
  for (const collection of demoCollections) await makeCollection(services, collection)
  return { kind: 'made', plan, made: await makeItems(services, plan.items, plan.locale) }
}

async function presentSlugs(services: Services): Promise<string[]> {
  const operation = operations.schema.listCollections
  const answer = await invoke(services, { operation, caller: serviceCaller('cli'), input: {} })
  const taken = new Set(operation.output.parse(answer).items.map(({ slug }) => slug))
  return demoCollections.map(({ slug }) => slug).filter((slug) => taken.has(slug))
}

function nameTaken(slugs: readonly string[]): OctavoError {
  const names = slugs.map((slug) => `"${slug}"`).join(', ')
  const what = slugs.length === 1 ? `a collection ${names}` : `the collections ${names}`
  return new OctavoError(
    'CONFLICT',
    `This site has ${what} already, and the demo needs the name: nothing was made. Try the demo on an empty site (another OCTAVO_DATA_DIR will do).`,
    { details: { collections: slugs } },
  )
}
