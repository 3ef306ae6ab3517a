import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { limits } from '../limits.ts'
import { previewToken } from './item-inputs.ts'
import { menu } from './menus.ts'
import { collection } from './schema.ts'
import { publicSettings } from './settings.ts'
import { readLocale } from './site-shapes.ts'
import { collectionSlug, cursor, pageOf, timestamp } from './shapes.ts'
import { siteContextOperation } from './site-context.ts'
import { taxonomy } from './taxonomies.ts'

/** The data that a site needs when it starts. */
const site = z
  .strictObject({
    settings: publicSettings,
    locales: z
      .array(z.string())
      .meta({ description: 'the locales that the caller can read, the default one first' }),
    defaultLocale: z.string(),
    collections: z.array(
      collection
        .pick({
          slug: true,
          label: true,
          labelSingular: true,
          description: true,
          supports: true,
          urlPattern: true,
        })
        .extend({ taxonomies: z.array(z.string()).meta({ description: 'names of its taxonomies' }) })
        .meta({ id: 'SiteCollection' }),
    ),
    taxonomies: z.array(
      taxonomy
        .pick({ name: true, label: true, labelSingular: true, hierarchical: true, collections: true })
        .meta({ id: 'SiteTaxonomy' }),
    ),
    menus: z.array(menu.pick({ name: true, label: true }).meta({ id: 'SiteMenu' })),
  })
  .meta({ id: 'Site' })

const url = z
  .string()
  .meta({ description: 'a path, or absolute if the setting `siteUrl` is set', examples: ['/blog/hello'] })

const mapEntry = z
  .strictObject({
    collection: collectionSlug,
    id: z.string(),
    url,
    locale: z.string(),
    updatedAt: timestamp.meta({ description: 'the last change of the live content' }),
    publishedAt: timestamp,
    alternates: z.array(z.strictObject({ locale: z.string(), url })).meta({
      description:
        'locale → `url` of its published translations that have one, including itself; empty if it is the only one',
    }),
  })
  .meta({ id: 'SiteMapEntry' })
export type SiteMapEntry = z.output<typeof mapEntry>

/**
 * The data of the site as a whole, for sites, site maps and assistants. `isForVisitors`: callers without a token can
 * call it too.
 */
export const siteOperations = {
  get: defineOperation({
    name: 'site.get',
    summary: 'Get the data that a site needs at its start, in one request',
    description:
      'Public settings, locales, collections with their taxonomies, and the names of menus, as far as the caller can see them.',
    effect: 'read',
    permission: 'content.read',
    isForVisitors: true,
    input: z.strictObject({ locale: readLocale }),
    output: z.strictObject({ item: site }),
    rest: { method: 'GET', path: '/site' },
  }),

  map: defineOperation({
    name: 'site.map',
    summary: 'List all published items that have an address',
    description:
      'For the site map: live values only, for every caller. The order is arbitrary but constant; an item that is published meanwhile may be missing. A page can have fewer entries than `limit` if items have no address: continue while there is a `nextCursor`.',
    effect: 'read',
    permission: 'content.read',
    isForVisitors: true,
    input: z.strictObject({
      limit: z
        .int()
        .min(limits.siteMapPage.min)
        .max(limits.siteMapPage.max)
        .default(limits.siteMapPage.default)
        .meta({ description: 'entries a page' }),
      cursor,
      preview: previewToken,
    }),
    output: pageOf(mapEntry),
    rest: { method: 'GET', path: '/site-map' },
  }),

  context: siteContextOperation,
} as const
