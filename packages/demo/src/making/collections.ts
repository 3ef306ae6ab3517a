import { operations } from '@octavo/contract/operations/registry'
import { demoCollections } from '../content/site-files.ts'
import { ask, type Site } from './site.ts'

const { schema } = operations

/** Creates the missing collections and fields. */
export async function makeCollections(site: Site): Promise<void> {
  const present = await presentCollections(site)
  for (const { fields, ...collection } of demoCollections) {
    const known = present.find(({ slug }) => slug === collection.slug)
    if (known === undefined) await ask(site, schema.createCollection, collection)
    for (const field of fields) {
      if (known?.fields.some(({ slug }) => slug === field.slug)) continue
      await ask(site, schema.createField, { collection: collection.slug, ...field })
    }
  }
}

async function presentCollections(site: Site) {
  const exported = await ask(site, schema.export, {})
  return exported.collections
}

/** Collections with names of the demo that it has not created: their settings or fields differ. */
export async function foreignCollections(site: Site): Promise<string[]> {
  const present = await presentCollections(site)
  return demoCollections.flatMap((ours) => {
    const theirs = present.find(({ slug }) => slug === ours.slug)
    if (theirs === undefined) return []
    const isOurs =
      theirs.label === ours.label &&
      sameSet(theirs.supports, ours.supports ?? []) &&
      theirs.fields.every((field) =>
        ours.fields.some((one) => one.slug === field.slug && one.type === field.type),
      )
    return isOurs ? [] : [ours.slug]
  })
}

function sameSet(some: readonly string[], others: readonly string[]): boolean {
  return JSON.stringify(some.toSorted()) === JSON.stringify(others.toSorted())
}
