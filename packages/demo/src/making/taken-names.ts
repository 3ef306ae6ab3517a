import { operations } from '@octavo/contract/operations/registry'
import { OctavoError } from '@octavo/server/platform/errors'
import { demoCollections, demoSite, demoTaxonomies } from '../content/site-files.ts'
import { foreignCollections } from './collections.ts'
import { allPages, ask, type Site } from './site.ts'

/** Throws CONFLICT when something of the site has a name that the demo needs. */
export async function refuseTakenNames(site: Site): Promise<void> {
  const { items: collections } = await ask(site, operations.schema.listCollections, {})
  const { items: present } = await ask(site, operations.taxonomies.list, {})
  const { items: menus } = await ask(site, operations.menus.list, {})
  const { items: areas } = await ask(site, operations.widgets.listAreas, {})
  const sections = await allPages((cursor) => ask(site, operations.sections.list, { limit: 100, ...cursor }))
  const taken = {
    collections: namesInBoth(demoCollections.map(slugOf), collections.map(slugOf)),
    taxonomies: namesInBoth(demoTaxonomies.map(nameOf), present.map(nameOf)),
    menus: namesInBoth(demoSite.menus.map(nameOf), menus.map(nameOf)),
    sections: namesInBoth(demoSite.sections.map(slugOf), sections.map(slugOf)),
    widgetAreas: namesInBoth(demoSite.areas.map(nameOf), areas.map(nameOf)),
  }
  refuse(taken)
}

/**
 * Throws CONFLICT when collections that the demo cannot have created have names that it needs. Called for a site on
 * which an earlier run began, because that run may have taken the names of the demo with its own objects.
 */
export async function refuseForeignCollections(site: Site): Promise<void> {
  refuse({ collections: await foreignCollections(site) })
}

const slugOf = ({ slug }: { readonly slug: string }): string => slug
const nameOf = ({ name }: { readonly name: string }): string => name

function namesInBoth(needed: readonly string[], present: readonly string[]): string[] {
  return needed.filter((name) => present.includes(name))
}

const kinds = {
  collections: 'a collection',
  taxonomies: 'a taxonomy',
  menus: 'a menu',
  sections: 'a section',
  widgetAreas: 'a widget area',
} as const

type Taken = { readonly [Kind in keyof typeof kinds]?: readonly string[] }

function refuse(taken: Taken): void {
  const named = Object.entries(taken).filter(([, names]) => names.length > 0)
  if (named.length === 0) return
  const lists = named.flatMap(([kind, names]) =>
    names.map((name) => `${kinds[kind as keyof typeof kinds]} "${name}"`),
  )
  const conflicts = lists.length === 1 ? lists[0] : `${lists.slice(0, -1).join(', ')} and ${lists.at(-1)}`
  throw new OctavoError(
    'CONFLICT',
    `This site has ${conflicts} already, and the demo needs the name, so nothing was created. Try the demo on an empty site (with another OCTAVO_DATA_DIR).`,
    { details: Object.fromEntries(named) },
  )
}
