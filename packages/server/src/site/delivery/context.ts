import { isAllowed, type PermissionName, permissions } from '@octavo/contract/access'
import { limits } from '@octavo/contract/limits'
import { hint } from '@octavo/contract/nearest'
import type { ShortCollection, ShortField, SiteContext } from '@octavo/contract/operations/site-context'
import type { Caller } from '../../core/caller.ts'
import type { ReadContext } from '../../core/context.ts'
import { localesFor } from '../../core/locales-for.ts'
import type { CollectionModel, FieldModel } from '../../core/model/model.ts'
import { allTaxonomies, type OpenTaxonomy } from '../../content/taxonomies/taxonomy.ts'
import { namesOfUsers } from '../../identity/users/users.ts'
import { invalid } from '../../platform/errors.ts'
import { allMenus } from '../menus/menu.ts'
import { localTime } from './local-time.ts'
import { publicSettingsIn } from './public-settings.ts'

const { bytes: mostBytes, names: mostNames } = limits.siteContext

/**
 * The context that an assistant needs first: the site, and the caller with their rights. `named` are the slugs of the
 * collections that are asked for; undefined: all.
 */
export async function siteContextOf(
  context: ReadContext,
  named: readonly string[] | undefined,
): Promise<SiteContext> {
  const { caller } = context
  // A token that is limited to collections sees only taxonomies of these.
  const taxonomies = (await allTaxonomies(context)).filter(
    ({ collections }) => caller.limits === undefined || collections.length > 0,
  )
  // null: the labels, and the settings below, are those of the default locale.
  const menus = await allMenus(context, null)
  const models =
    named === undefined ? [...context.schema.collections.values()] : collectionsNamed(context, named)
  const [person = null] = await namesOfUsers(context, caller.userId === null ? [] : [caller.userId])
  const all = models.map((model) => shortCollection(model, taxonomies))
  const collections = withinBounds(all, { isFirstComplete: named !== undefined })
  const locales = [...localesFor(context)]
  const settings = await publicSettingsIn(context, null)
  const { timeZone = 'UTC' } = settings
  return {
    settings,
    now: context.now,
    timeZone,
    localTime: localTime(context.now, timeZone),
    locales,
    person,
    app: caller.clientId,
    rights: rightsOf(caller),
    collections,
    taxonomies: taxonomies
      .slice(0, mostNames)
      .map(({ row }) => ({ name: row.name, label: row.label, hierarchical: row.hierarchical === 1 })),
    menus: menus.slice(0, mostNames).map(({ name }) => name),
    isComplete:
      collections.length === models.length &&
      collections.every(({ fields }) => fields !== undefined) &&
      taxonomies.length <= mostNames &&
      menus.length <= mostNames,
  }
}

/** The collections with these slugs; throws VALIDATION_ERROR for unknown ones. */
function collectionsNamed({ schema }: ReadContext, slugs: readonly string[]): CollectionModel[] {
  const issues = slugs.flatMap((slug) =>
    schema.collections.has(slug)
      ? []
      : [
          {
            path: 'collections',
            message: `there is no collection "${slug.slice(0, 100)}"${hint(slug, [...schema.collections.keys()])}`,
          },
        ],
  )
  if (issues.length > 0) throw invalid(issues)
  return [...new Set(slugs)].flatMap((slug) => schema.collections.get(slug) ?? [])
}

/** What the caller may do; `scopes`, `collections` and `locales` are null without a limit. */
function rightsOf(caller: Caller): SiteContext['rights'] {
  const { role, scopes, limits: limited, changeSetsOnly = false, confirmDestructive = false } = caller
  const names = Object.keys(permissions) as PermissionName[]
  return {
    role,
    scopes: scopes === null ? null : [...scopes],
    permissions: names.filter((name) => isAllowed(caller, name)),
    collections: copied(limited?.collections),
    locales: copied(limited?.locales),
    changeSetsOnly,
    confirmDestructive,
  }
}

function copied(names: readonly string[] | null | undefined): string[] | null {
  return names === null || names === undefined ? null : [...names]
}

function shortCollection(
  { slug, definition, shown: fields }: CollectionModel,
  taxonomies: readonly OpenTaxonomy[],
): ShortCollection {
  const { label, description, supports, urlPattern } = definition
  const ofCollection = taxonomies.filter(({ collections }) => collections.some((one) => one.slug === slug))
  return {
    slug,
    label,
    ...(description !== undefined && { description }),
    supports,
    ...(urlPattern !== undefined && { urlPattern }),
    taxonomies: ofCollection.map(({ row }) => row.name),
    fields: fields.map(shortField),
  }
}

function shortField({ definition }: FieldModel): ShortField {
  const { slug, label, type, required, unique, translatable, validation, options } = definition
  return {
    slug,
    label,
    type,
    ...(required && { required }),
    ...(unique && { unique }),
    ...(!translatable && { isShared: true as const }),
    ...(validation !== undefined && { validation }),
    ...(options !== undefined && { options }),
  }
}

/**
 * The collections that fit into the size limit of the answer. A collection that is too large is answered without its
 * fields; the list ends at the first that does not fit even so. With `isFirstComplete` the first one always has its
 * fields, so that a caller can read all collections one by one.
 */
function withinBounds(
  collections: readonly ShortCollection[],
  { isFirstComplete }: { isFirstComplete: boolean },
): ShortCollection[] {
  const answered: ShortCollection[] = []
  let bytesLeft: number = mostBytes
  for (const collection of collections) {
    const { fields: _, ...withoutFields } = collection
    const isAlwaysComplete = isFirstComplete && answered.length === 0
    const largestThatFits = isAlwaysComplete
      ? collection
      : [collection, withoutFields].find((one) => bytesOf(one) <= bytesLeft)
    if (largestThatFits === undefined) break
    bytesLeft -= bytesOf(largestThatFits)
    answered.push(largestThatFits)
  }
  return answered
}

/** The bytes of a collection in the answer, with the comma after it. */
function bytesOf(collection: ShortCollection): number {
  return Buffer.byteLength(JSON.stringify(collection)) + 1
}
