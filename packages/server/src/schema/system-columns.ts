import type { ColumnType } from '@octavo/contract/fields/field-type'

/**
 * The columns that every content table has beside its fields. A published item's field columns hold its live values;
 * a pending draft is the revision that `draft_revision_id` points at.
 */
export const systemColumns = {
  id: { type: 'TEXT', constraint: 'PRIMARY KEY' },
  slug: { type: 'TEXT', constraint: 'NOT NULL' },
  status: { type: 'TEXT', constraint: 'NOT NULL' },
  locale: { type: 'TEXT', constraint: 'NOT NULL' },
  translation_group: { type: 'TEXT', constraint: 'NOT NULL' },
  translation_of: { type: 'TEXT', constraint: '' },
  author_id: { type: 'TEXT', constraint: '' },
  created_at: { type: 'TEXT', constraint: 'NOT NULL' },
  /** the last change of any kind, pending drafts included */
  updated_at: { type: 'TEXT', constraint: 'NOT NULL' },
  /** the last change of what visitors see */
  live_updated_at: { type: 'TEXT', constraint: '' },
  published_at: { type: 'TEXT', constraint: '' },
  scheduled_at: { type: 'TEXT', constraint: '' },
  deleted_at: { type: 'TEXT', constraint: '' },
  /** rises with every change of state or data */
  version: { type: 'INTEGER', constraint: 'NOT NULL' },
  live_revision_id: { type: 'TEXT', constraint: '' },
  draft_revision_id: { type: 'TEXT', constraint: '' },
  /** the slug that the pending draft wants; null unless it differs */
  draft_slug: { type: 'TEXT', constraint: '' },
  /** 1 once it has been published, whatever came later */
  was_published: { type: 'INTEGER', constraint: 'NOT NULL' },
} as const satisfies Record<string, { type: ColumnType; constraint: string }>

/** the columns of an ordinary row that only say what it is and where it stands, as they are read */
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
}
