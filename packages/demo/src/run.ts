import { operations } from '@octavo/contract/operations/registry'
import type { Services } from '@octavo/server/core/context'
import { demoCollections } from './content/site-files.ts'
import { Lease, type State } from './lease.ts'
import { makeCollections } from './making/collections.ts'
import { makeFiles } from './making/files.ts'
import { type Made, makeItems } from './making/items.ts'
import { ask, type Site } from './making/site.ts'
import { makeSurroundings } from './making/surroundings.ts'
import { refuseForeignCollections, refuseTakenNames } from './making/taken-names.ts'
import { makeTaxonomies } from './making/taxonomies.ts'
import { type Plan, planDemo } from './plan/plan.ts'

/** `made`: this call created the demo, with these items by their keys. `present`: the demo existed already. */
export type DemoOutcome =
  | { readonly kind: 'made'; readonly plan: Plan; readonly made: ReadonlyMap<string, Made> }
  | { readonly kind: 'present' }

/**
 * Fills a site with a small magazine, by the operations of the contract. Run again it changes nothing, or continues
 * where it was interrupted. Throws CONFLICT, before anything is made, when something of the site has a name that the
 * demo needs.
 */
export async function makeDemo(services: Services): Promise<DemoOutcome> {
  const lease = await Lease.take(services, (state) => begin(services, state))
  if (lease === null) return { kind: 'present' }
  let isDone = false
  try {
    const { begunAt, locales } = lease.state
    const plan = planDemo(new Date(begunAt), locales)
    const made = await make({ services, requireLease: lease.require }, plan)
    isDone = true
    return { kind: 'made', plan, made }
  } finally {
    await lease.release(isDone)
  }
}

/** The state to create or continue with; null if the demo is complete. */
async function begin(
  services: Services,
  state: State | null,
): Promise<Pick<State, 'begunAt' | 'locales'> | null> {
  // Another process may have created some of the collections a moment ago.
  await services.schema.refresh()
  const site: Site = { services, requireLease: () => undefined }
  if (state?.isDone === false) {
    await refuseForeignCollections(site)
    return state
  }
  // A demo whose collections were deleted since is made again.
  if (state !== null && (await hasAllCollections(site))) return null
  await refuseTakenNames(site)
  return { begunAt: services.clock().toISOString(), locales: [...services.config.locales] }
}

async function hasAllCollections(site: Site): Promise<boolean> {
  const { items } = await ask(site, operations.schema.listCollections, {})
  const present = new Set(items.map(({ slug }) => slug))
  return demoCollections.every(({ slug }) => present.has(slug))
}

async function make(site: Site, plan: Plan): Promise<ReadonlyMap<string, Made>> {
  const { now, germanLocale } = plan
  await makeCollections(site)
  const media = await makeFiles(site, now)
  const terms = await makeTaxonomies(site, plan)
  const made = await makeItems(site, plan, { media, terms })
  const idOf = (key: string): string => made.get(key)?.id ?? terms.get(key) ?? ''
  await makeSurroundings(site, { now, germanLocale, idOf })
  return made
}
