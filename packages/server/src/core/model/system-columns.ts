import type { ColumnType } from '@octavo/contract/fields/field-type'

/**
 * The columns that every content table has besides its fields. The field columns of a published item hold its live
 * values; `draft_revision_id` refers to the revision with the pending draft.
 */
export const systemColumns = {
  id: { type: 'TEXT', constraint: 'PRIMARY KEY' },
  slug: { type: 'TEXT', constraint: 'NOT NULL' },
  status: { type: 'TEXT', constraint: 'NOT NULL' },
  locale: { type: 'TEXT', constraint: 'NOT NULL' },
  /** equal for all translations of an item; the id of the first of them */
  translation_group: { type: 'TEXT', constraint: 'NOT NULL' },
  /** the item that this one was created as a translation of */
  translation_of: { type: 'TEXT', constraint: '' },
  author_id: { type: 'TEXT', constraint: '' },
  created_at: { type: 'TEXT', constraint: 'NOT NULL' },
  /** the last change of any kind, including pending drafts */
  updated_at: { type: 'TEXT', constraint: 'NOT NULL' },
  /** the last change of the live content */
  live_updated_at: { type: 'TEXT', constraint: '' },
  published_at: { type: 'TEXT', constraint: '' },
  scheduled_at: { type: 'TEXT', constraint: '' },
  deleted_at: { type: 'TEXT', constraint: '' },
  /** increases with every change of state or data */
  version: { type: 'INTEGER', constraint: 'NOT NULL' },
  live_revision_id: { type: 'TEXT', constraint: '' },
  draft_revision_id: { type: 'TEXT', constraint: '' },
  /** the slug of the pending draft; null unless it differs */
  draft_slug: { type: 'TEXT', constraint: '' },
  /** 1 if the item has ever been published */
  was_published: { type: 'INTEGER', constraint: 'NOT NULL' },
  /**
   * The version of the last change to live content; null while that is the value of `version`. Columns added later
   * begin with `_`, which no field slug does, so that they cannot collide with a field of an older site.
   */
  _live_version: { type: 'INTEGER', constraint: '' },
  /** when the item is taken off the site; null for an item that is neither published nor scheduled */
  _unpublish_at: { type: 'TEXT', constraint: '' },
} as const satisfies Record<string, { type: ColumnType; constraint: string }>

/** the system columns that are read for an ordinary item: identity and state */
export interface ItemRow {
  readonly id: string
  readonly slug: string
  readonly status: 'draft' | 'published' | 'scheduled'
  readonly locale: string
  readonly translation_group: string
  readonly translation_of: string | null
  readonly author_id: string | null
  readonly created_at: string
  readonly updated_at: string
  readonly live_updated_at: string | null
  readonly published_at: string | null
  readonly scheduled_at: string | null
  readonly deleted_at: string | null
  readonly version: number
  readonly live_revision_id: string | null
  readonly draft_revision_id: string | null
  readonly draft_slug: string | null
  readonly was_published: number
  readonly _live_version: number | null
  readonly _unpublish_at: string | null
}

/** The rows of a content table, named `c`, that visitors see. */
export const visibleCondition = `c.status = 'published' AND c.deleted_at IS NULL`
