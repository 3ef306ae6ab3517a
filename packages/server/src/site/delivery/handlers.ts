import type { ReadContext } from '../../core/context.ts'
import type { HandlersOf } from '../../core/handler.ts'
import { localesFor } from '../../core/locales-for.ts'
import { translationLocale } from '../../content/site-translations/reading.ts'
import { reportCacheTags } from '../../core/delivery/cache-tags.ts'
import { allTaxonomies, presentTaxonomy } from '../../content/taxonomies/taxonomy.ts'
import { allMenus } from '../menus/menu.ts'
import { siteContextOf } from './context.ts'
import { listMap } from './map.ts'
import { publicSettingsIn } from './public-settings.ts'

export const siteHandlers: HandlersOf<'site'> = {
  get: async (context, { locale }) => {
    const translation = translationLocale(context, locale)
    const locales = [...localesFor(context)]
    const taxonomies = (await allTaxonomies(context, translation))
      .filter((taxonomy) => isSeen(context, taxonomy.collections.length))
      .map(presentTaxonomy)
    const collections = [...context.schema.collections.values()].map(({ slug, definition }) => {
      const { label, labelSingular, description, supports, urlPattern } = definition
      const ofCollection = taxonomies.filter((taxonomy) => taxonomy.collections.includes(slug))
      return {
        slug,
        label,
        ...(labelSingular !== undefined && { labelSingular }),
        ...(description !== undefined && { description }),
        supports,
        ...(urlPattern !== undefined && { urlPattern }),
        taxonomies: ofCollection.map(({ name }) => name),
      }
    })
    return {
      item: {
        settings: await publicSettingsIn(context, translation),
        locales,
        defaultLocale: locales[0] ?? '',
        collections,
        taxonomies: taxonomies.map(({ name, label, labelSingular, hierarchical, collections: slugs }) => ({
          name,
          label,
          labelSingular,
          hierarchical,
          collections: slugs,
        })),
        // Anonymous callers cannot read menus.
        menus: context.caller.isVisitor === true ? [] : await allMenus(context, translation),
      },
    }
  },

  map: (context, { limit, cursor }) => {
    const withAddresses = [...context.schema.collections.values()].filter(({ address }) => address !== null)
    reportCacheTags(context, { collections: withAddresses.map(({ slug }) => slug) })
    return listMap(context, { limit, cursor })
  },

  context: async (context, { collections }) => ({ item: await siteContextOf(context, collections) }),
}

/**
 * Whether the caller sees a taxonomy with this number of visible collections: with a token that is limited to
 * collections, only taxonomies of these.
 */
function isSeen({ caller }: ReadContext, visibleCollections: number): boolean {
  return caller.limits === undefined || visibleCollections > 0
}
