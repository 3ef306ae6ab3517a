import { z } from 'zod'
import { limits } from '../limits.ts'

/** The limits that personal tokens and grants of apps can have in addition to scopes. */

export const heldCollections = z.array(z.string().max(limits.collectionSlug)).nullable().meta({
  description:
    'the collections that it reads and writes; for it there are no others. It changes nothing that concerns the whole site. null: all',
})

export const heldLocales = z.array(z.string().max(limits.label)).nullable().meta({
  description: 'the locales that it reads and writes, likewise; null: all',
})

export const canPublish = z.boolean().meta({
  description:
    'false: it changes nothing that visitors see of items. It neither publishes, unpublishes nor schedules, and neither changes nor deletes what is published without a draft',
})

export const canDelete = z
  .boolean()
  .meta({ description: 'false: it deletes nothing, nor moves it to the trash' })

export const changeSetsOnly = z.boolean().meta({
  description:
    'true: it changes content in change-sets only, which a person applies: content is written with `changeSet`, and every other change is refused',
})

export const confirmDestructive = z.boolean().meta({
  description:
    'true: what deletes or discards something is done only when the call is sent again with the token that the first answer has',
})

/** A list of limits that is chosen: null means no limit. */
export const chosen = (list: typeof heldCollections) =>
  list
    .refine((names) => names === null || (names.length > 0 && names.length <= limits.tokenNames), {
      message: `must have 1 to ${limits.tokenNames} names, or be null for all`,
    })
    .default(null)

/** What a person can limit an app to when they let it in. */
export const grantLimits = {
  collections: chosen(heldCollections),
  canDelete: canDelete.default(true),
  changeSetsOnly: changeSetsOnly.default(false),
  confirmDestructive: confirmDestructive.default(false),
  duration: z.enum(['hour', 'day']).nullable().default(null).meta({
    description: 'how long it lasts from now on; null: until it is revoked, or not used for 90 days',
  }),
}
