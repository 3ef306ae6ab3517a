import { z } from 'zod'
import { itemStatus } from './item-shapes.ts'
import { collectionSlug } from './shapes.ts'

/** The members of an item in lists over all collections. */
export const itemSummary = {
  collection: collectionSlug,
  id: z.string(),
  slug: z.string(),
  title: z.string().meta({ description: 'the title, else the name, else the slug' }),
  status: itemStatus,
  hasPendingDraft: z.boolean(),
  locale: z.string(),
  authorId: z.string().nullable(),
} as const
