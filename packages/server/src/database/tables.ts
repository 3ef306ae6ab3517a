/** The service's own tables, as Kysely sees them. Content tables are made at run time and are not among them. */
export interface Tables {
  counters: { name: string; value: number }
  users: {
    id: string
    email: string
    name: string | null
    role: number
    disabled: number
    created_at: string
    updated_at: string
  }
  tokens: {
    id: string
    user_id: string
    name: string
    hash: string
    prefix: string
    scopes: string
    expires_at: string | null
    last_used_at: string | null
    created_at: string
  }
  collections: {
    id: string
    slug: string
    label: string
    label_singular: string | null
    description: string | null
    icon: string | null
    supports: string
    created_at: string
    updated_at: string
  }
  fields: {
    id: string
    collection_id: string
    slug: string
    label: string
    type: string
    required: number
    is_unique: number
    default_value: string | null
    validation: string | null
    widget: string | null
    options: string | null
    sort_order: number
    searchable: number
    translatable: number
    created_at: string
    updated_at: string
  }
  revisions: {
    id: string
    collection_id: string
    entry_id: string
    kind: 'save' | 'publish' | 'draft'
    slug: string
    data: string
    author_id: string | null
    created_at: string
  }
  schedules: {
    entry_id: string
    collection_id: string
    publish_at: string
    try_at: string
    failures: number
  }
}
