import { operations } from '@octavo/contract/operations/registry'
import type { Services } from '../context.ts'
import { makeCollections } from './making/collections.ts'
import { makeFiles } from './making/files.ts'
import { type Made, makeItems } from './making/items.ts'
import { ask, type Site } from './making/site.ts'
import { makeSurroundings } from './making/surroundings.ts'
import { refuseForeignCollections, refuseTakenNames } from './making/taken-names.ts'
import { makeTaxonomies } from './making/taxonomies.ts'
import { demoCollections } from './model.ts'
import { type Plan, planDemo } from './plan/plan.ts'
import { type State, Turn } from './turn.ts'

/** The demo was made now, with this plan and these items by their keys in it; or it was there already. */
export type DemoOutcome =
  | { readonly kind: 'made'; readonly plan: Plan; readonly made: ReadonlyMap<string, Made> }
  | { readonly kind: 'present' }

/**
 * Fills a site with a small magazine, by the same operations as anyone has. Run again it changes nothing, or goes on
 * where it was interrupted. Throws CONFLICT, before anything is made, when something of the site has a name that the
 * demo needs.
 */
export async function makeDemo(services: Services): Promise<DemoOutcome> {
  const turn = await Turn.take(services, (state) => begin(services, state))
  if (turn === null) return { kind: 'present' }
  let isDone = false
  try {
    const { begunAt, locales } = turn.state
    const plan = planDemo(new Date(begunAt), locales)
    const made = await make({ services, demandTurn: turn.demand }, plan)
    isDone = true
    return { kind: 'made', plan, made }
  } finally {
    await turn.end(isDone)
  }
}

/** What is to be made, or gone on with; null when all of it is there. */
async function begin(
  services: Services,
  state: State | null,
): Promise<Pick<State, 'begunAt' | 'locales'> | null> {
  // Another process may have made some of it a moment ago.
  await services.schema.refresh()
  const site: Site = { services, demandTurn: () => undefined }
  if (state?.isDone === false) {
    await refuseForeignCollections(site)
    return state
  }
  if (state !== null && (await hasAllCollections(site))) return null
  const begun = { begunAt: services.clock().toISOString(), locales: [...services.config.locales] }
  await refuseTakenNames(site, planDemo(new Date(begun.begunAt), begun.locales))
  return begun
}

async function hasAllCollections(site: Site): Promise<boolean> {
  const { items } = await ask(site, operations.schema.listCollections, {})
  const present = new Set(items.map(({ slug }) => slug))
  return demoCollections.every(({ slug }) => present.has(slug))
}

async function make(site: Site, plan: Plan): Promise<ReadonlyMap<string, Made>> {
  await makeCollections(site)
  const media = await makeFiles(site, plan.files)
  const terms = await makeTaxonomies(site, plan.taxonomies)
  const made = await makeItems(site, plan, { media, terms })
  await makeSurroundings(site, plan.site, (key) => made.get(key)?.id ?? terms.get(key) ?? '')
  return made
}
