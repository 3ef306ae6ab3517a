import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { limits } from '../limits.ts'

const siteTitle = z.string().max(limits.label).meta({ description: 'the name of the site' })
const tagline = z.string().max(limits.description).meta({ description: 'what the site is about, in a line' })
const postsPerPage = z.int().min(1).max(100).meta({ description: 'items on a page of a list of the site' })

/** Every setting that there is; a key that was never set is absent (specification 2.8). */
export const siteSettings = z
  .strictObject({
    siteTitle: siteTitle.optional(),
    tagline: tagline.optional(),
    postsPerPage: postsPerPage.optional(),
  })
  .meta({ id: 'Settings' })
export type SiteSettings = z.output<typeof siteSettings>

export const settings = {
  get: defineOperation({
    name: 'settings.get',
    summary: 'Get all settings of the site',
    effect: 'read',
    permission: 'settings.read',
    input: z.strictObject({}),
    output: siteSettings,
    rest: { method: 'GET', path: '/settings' },
  }),

  update: defineOperation({
    name: 'settings.update',
    summary: 'Change settings of the site',
    description: 'Settings that are not named stay; `null` takes one away. Answers all of them.',
    effect: 'write',
    permission: 'settings.manage',
    input: z.strictObject({
      siteTitle: siteTitle.nullable().optional(),
      tagline: tagline.nullable().optional(),
      postsPerPage: postsPerPage.nullable().optional(),
    }),
    output: siteSettings,
    rest: { method: 'POST', path: '/settings' },
  }),
} as const
