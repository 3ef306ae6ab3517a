import { z } from 'zod'
import { limits } from '../limits.ts'

/** The limits that personal tokens and grants of apps can have in addition to scopes. */

export const heldCollections = z.array(z.string().max(limits.collectionSlug)).nullable().meta({
  description:
    'the only collections that it reads and writes; it cannot see others, and it cannot change anything that concerns the whole site. null: all',
})

export const heldLocales = z.array(z.string().max(limits.label)).nullable().meta({
  description: 'the locales that it reads and writes, likewise; null: all',
})

export const canPublish = z.boolean().meta({
  description:
    'false: it cannot change what visitors see of items. It cannot publish, unpublish or schedule items, nor change or delete published ones except by a pending draft',
})

export const canDelete = z
  .boolean()
  .meta({ description: 'false: it cannot delete anything or move it to the trash' })

export const changeSetsOnly = z.boolean().meta({
  description:
    'true: it changes content in change-sets only, which a person applies: content is written with `changeSet`, and every other change is refused',
})

export const confirmDestructive = z.boolean().meta({
  description:
    'true: a call that deletes or discards something takes effect only when it is sent again with the token of the first answer',
})

/** A list of limits that is chosen: null means no limit. */
export const chosen = (list: typeof heldCollections) =>
  list
    .refine((names) => names === null || (names.length > 0 && names.length <= limits.tokenNames), {
      message: `must have 1 to ${limits.tokenNames} names, or be null for all`,
    })
    .default(null)

/** The limits that a person can set for an app when they authorize it. */
export const grantLimits = {
  collections: chosen(heldCollections),
  canDelete: canDelete.default(true),
  changeSetsOnly: changeSetsOnly.default(false),
  confirmDestructive: confirmDestructive.default(false),
  duration: z.enum(['hour', 'day']).nullable().default(null).meta({
    description: 'how long it lasts from now on; null: until it is revoked, or not used for 90 days',
  }),
}
