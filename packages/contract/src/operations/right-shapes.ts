import { z } from 'zod'
import { limits } from '../limits.ts'

/** The limits that personal tokens and grants of apps can have in addition to scopes. */

export const collectionLimit = z.array(z.string().max(limits.collectionSlug)).nullable().meta({
  description:
    'the only collections that it can read and write; it cannot see others, and cannot change anything that concerns the whole site. null: all',
})

export const localeLimit = z.array(z.string().max(limits.label)).nullable().meta({
  description: 'the only locales that it can read and write, in the same way; null: all',
})

export const canPublish = z.boolean().meta({
  description:
    'false: it cannot change the content that visitors see. It cannot publish, unpublish or schedule items, and can change published ones only in a pending draft',
})

export const canDelete = z
  .boolean()
  .meta({ description: 'false: it cannot delete anything or move it to the trash' })

export const changeSetsOnly = z.boolean().meta({
  description:
    'true: it can change content only in change-sets, which a person applies: content is written with `changeSet`, and every other change is refused',
})

export const confirmDestructive = z.boolean().meta({
  description:
    'true: a call that deletes or discards something takes effect only when it is repeated with the token of the first answer',
})

/** A list of limits in a request: null, the default, means no limit; an empty list is refused. */
export const chosen = (list: typeof collectionLimit) =>
  list
    .refine((names) => names === null || (names.length > 0 && names.length <= limits.tokenNames), {
      message: `must have 1 to ${limits.tokenNames} names, or be null for all`,
    })
    .default(null)

/** The limits that a person can set for an app when they authorize it. */
export const grantLimits = {
  collections: chosen(collectionLimit),
  canDelete: canDelete.default(true),
  changeSetsOnly: changeSetsOnly.default(false),
  confirmDestructive: confirmDestructive.default(false),
  duration: z.enum(['hour', 'day']).nullable().default(null).meta({
    description: 'its lifetime from now on; null: until it is revoked or not used for 90 days',
  }),
}
