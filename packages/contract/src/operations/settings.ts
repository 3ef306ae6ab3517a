import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { limits } from '../limits.ts'
import { brokenCheck } from '../rules.ts'
import { originOf, siteUrlOf } from '../site-url.ts'
import { isTimeZone } from '../time-zone.ts'
import { timestamp } from './shapes.ts'
import { readLocale, writtenLocale } from './site-shapes.ts'

const siteTitle = z.string().max(limits.label).meta({ description: 'the name of the site' })
const tagline = z
  .string()
  .max(limits.description)
  .meta({ description: 'what the site is about, in one line' })
const siteUrl = z
  .string()
  .transform((text, context) => {
    const url = siteUrlOf(text)
    if (url !== null) return url
    context.issues.push({ code: 'custom', ...brokenCheck('siteUrl'), input: text })
    return z.NEVER
  })
  .meta({
    description: 'the address of the site, without a slash at its end, with which the `url` of items begins',
    examples: ['https://example.com'],
  })
const previewOrigins = z
  .array(
    z.string().transform((text, context) => {
      const origin = originOf(text)
      if (origin !== null) return origin
      context.issues.push({ code: 'custom', ...brokenCheck('origin'), input: text })
      return z.NEVER
    }),
  )
  .max(limits.previewOrigins)
  .transform((origins) => [...new Set(origins)])
  .meta({
    description:
      'origins of sites that show drafts by preview links: links begin with the first one, and all of them can be shown beside the editor',
    examples: [['https://example.com', 'http://localhost:3000']],
  })
const timeZone = z
  .string()
  // A text that is too long is not looked up as the name of a time zone.
  .max(limits.label, { abort: true })
  .refine(isTimeZone, brokenCheck('timeZone'))
  .meta({
    description: 'the time zone of the site, by its name in the IANA database; absent: UTC',
    examples: ['Europe/Berlin'],
  })
const postsPerPage = z.int().min(1).max(100).meta({ description: 'items on a page of a list of the site' })

const changeSetApproval = z.boolean().meta({
  description:
    'whether change-sets need the approval of an editor who has made none of their entries; absent: no',
})

const keepRevisions = z
  .int()
  .min(1)
  .max(limits.keptRevisions)
  .meta({ description: 'number of newest revisions that each item keeps; absent: all' })
const keepRevisionDays = days('revisions are kept')
const keepTrashDays = days('items stay in the trash before they are deleted permanently')
const keepImportDays = days('analyses and finished imports are kept, with their reports and files')
const keepEventDays = z
  .int()
  .min(1)
  .max(limits.keptDays)
  .meta({ description: `days that events are kept; absent: ${limits.eventDays}` })

function days(what: string) {
  const description = `days that ${what}; absent: for ever`
  return z.int().min(1).max(limits.keptDays).meta({ description })
}

/** All settings that can be changed. */
const settable = {
  siteTitle,
  tagline,
  siteUrl,
  previewOrigins,
  timeZone,
  postsPerPage,
  changeSetApproval,
  keepRevisions,
  keepRevisionDays,
  keepTrashDays,
  keepImportDays,
  keepEventDays,
}
export type SettingName = keyof typeof settable
export const settingNames = Object.keys(settable) as readonly SettingName[]

/** The settings of the site; a key that was never set is absent. */
export const siteSettings = z
  .strictObject({
    siteTitle: siteTitle.optional(),
    tagline: tagline.optional(),
    // A plain text, as are the origins below: `siteUrl` and `previewOrigins` above transform, which an output cannot.
    siteUrl: z.string().optional().meta({
      description: 'the address of the site, with which the `url` of items begins; absent: they are paths',
    }),
    previewOrigins: z.array(z.string()).optional().meta({
      description: 'origins of sites that show drafts by preview links',
    }),
    timeZone: timeZone.optional(),
    postsPerPage: postsPerPage.optional(),
    changeSetApproval: changeSetApproval.optional(),
    keepRevisions: keepRevisions.optional(),
    keepRevisionDays: keepRevisionDays.optional(),
    keepTrashDays: keepTrashDays.optional(),
    keepImportDays: keepImportDays.optional(),
    keepEventDays: keepEventDays.optional(),
    updatedAt: timestamp.optional().meta({
      description: 'the last change of any setting; absent if none was ever set',
    }),
  })
  .meta({ id: 'Settings' })
export type SiteSettings = z.output<typeof siteSettings>

/** The settings that every reader of content may know. */
export const publicSettings = siteSettings
  .pick({ siteTitle: true, tagline: true, siteUrl: true, timeZone: true, postsPerPage: true })
  .meta({ id: 'PublicSettings' })

export const settings = {
  get: defineOperation({
    name: 'settings.get',
    summary: 'Get all settings of the site',
    effect: 'read',
    permission: 'settings.read',
    input: z.strictObject({ locale: readLocale }),
    output: siteSettings,
    rest: { method: 'GET', path: '/settings' },
  }),

  update: defineOperation({
    name: 'settings.update',
    summary: 'Change settings of the site',
    description:
      'Settings that are not named stay; `null` removes one. `updatedAt` is ignored, so that an answer can be sent back. Answers all settings.',
    // `siteUrl` and `previewOrigins` are part of the model that each process keeps, which changes only in transactions
    // that run alone.
    effect: 'schema',
    permission: 'settings.manage',
    input: z.strictObject({
      siteTitle: siteTitle.nullable().optional(),
      tagline: tagline.nullable().optional(),
      siteUrl: siteUrl.nullable().optional(),
      previewOrigins: previewOrigins.nullable().optional(),
      timeZone: timeZone.nullable().optional(),
      postsPerPage: postsPerPage.nullable().optional(),
      changeSetApproval: changeSetApproval.nullable().optional(),
      keepRevisions: keepRevisions.nullable().optional(),
      keepRevisionDays: keepRevisionDays.nullable().optional(),
      keepTrashDays: keepTrashDays.nullable().optional(),
      keepImportDays: keepImportDays.nullable().optional(),
      keepEventDays: keepEventDays.nullable().optional(),
      updatedAt: timestamp.optional().meta({ description: 'ignored' }),
      locale: writtenLocale,
    }),
    output: siteSettings,
    rest: { method: 'POST', path: '/settings', query: ['locale'] },
  }),
} as const
