/**
 * Rows of the content model, media, taxonomies and who edits what. In columns for yes and no, 1 is yes and 0 is no;
 * times are ISO texts.
 */
export interface ContentTables {
  collections: {
    id: string
    slug: string
    label: string
    label_singular: string | null
    description: string | null
    icon: string | null
    /** names of features, as JSON */
    supports: string
    url_pattern: string | null
    public_read: number
    singleton: number
    /** URL patterns that it had before, as JSON, for redirects from the old addresses */
    former_patterns: string | null
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
    /** as JSON, like `validation` and `options` */
    default_value: string | null
    validation: string | null
    widget: string | null
    options: string | null
    sort_order: number
    searchable: number
    translatable: number
    filterable: number
    created_at: string
    updated_at: string
  }
  taxonomies: {
    id: string
    name: string
    label: string
    label_singular: string | null
    hierarchical: number
    created_at: string
    updated_at: string
  }
  taxonomy_collections: {
    taxonomy_id: string
    collection_id: string
  }
  terms: {
    id: string
    taxonomy_id: string
    parent_id: string | null
    slug: string
    label: string
    description: string | null
    sort_key: string
    created_at: string
    updated_at: string
  }
  term_assignments: {
    term_id: string
    collection_id: string
    item_id: string
    created_at: string
  }
  files: {
    storage_key: string
    /** SHA-256; null if the service has not read the bytes */
    content_hash: string | null
    size: number | null
    /** 1 if the service has stored the file itself */
    is_own: number
    created_at: string
    /** a thumbhash in base64; empty if none can be made */
    placeholder: string | null
    /** when the placeholder is made; null if that is done or not needed */
    placeholder_due: string | null
  }
  /**
   * the collection and the locale of each permanently deleted item: other items can still contain its id, which a
   * token with limits must not see if it did not see the item
   */
  former_items: { id: string; collection_id: string; locale: string }
  /** the last values of deleted media, which answers give for references that remain */
  deleted_media: {
    id: string
    filename: string
    mime_type: string
    size: number | null
    width: number | null
    height: number | null
    alt: string | null
    focal_point: string | null
    former_values: string | null
    storage_key: string
    placeholder: string | null
    /** 1 if the service had read the bytes (`content_hash` of `files`) */
    is_read: number
    deleted_at: string
    file_version: number
  }
  /** base addresses that the service has had: an address of a file that begins with one of them is its own */
  base_addresses: { address: string }
  media: {
    id: string
    filename: string
    filename_search: string
    mime_type: string
    size: number | null
    width: number | null
    height: number | null
    alt: string | null
    caption: string | null
    focal_point: string | null
    /** former values of the record, as JSON, the newest first */
    former_values: string | null
    /** the address of the record */
    storage_key: string
    /** the key of its bytes in `files`, which several records can share */
    file_key: string
    /** `ready`, or `pending` until the bytes of a direct upload have arrived */
    status: string
    author_id: string | null
    created_at: string
    updated_at: string
    folder: string
    /** as JSON */
    tags: string
    /** how often its bytes were replaced */
    file_version: number
  }
  /** one row for each tag of a file */
  media_tags: {
    /** the folded form, which is compared */
    tag: string
    created_at: string
    media_id: string
    /** the tag as it was written */
    label: string
  }
  /** bytes that will be removed unless a record claims them before */
  file_removals: {
    storage_key: string
    remove_at: string
    /** 1 once the removal has begun and cannot be cancelled */
    is_claimed: number
  }
  saved_views: {
    id: string
    collection_id: string
    owner_id: string
    name: string
    /** 1 where others see it */
    is_shared: number
    /** JSON */
    query: string
    version: number
    created_at: string
    updated_at: string
  }
  default_views: {
    user_id: string
    collection_id: string
    view_id: string
  }
  presence: {
    item_id: string
    user_id: string
    /** names an open editor, because a person can have the item open in several */
    tab: string
    collection_id: string
    field: string | null
    opened_at: string
    seen_at: string
  }
  upload_addresses: {
    id: string
    /** of the secret in the address */
    hash: string
    /** who requested it, and by which token or grant, session and app */
    user_id: string
    token_id: string | null
    session_id: string | null
    client_id: string | null
    /** the limits of the token or grant, as JSON */
    rights: string
    /** the properties of the file that were given before its bytes, as JSON */
    file: string
    created_at: string
    expires_at: string
  }
  preview_links: {
    id: string
    /** of the secret in the link */
    hash: string
    collection_id: string
    item_id: string
    /** who made it, and with which token or grant; null: with a session */
    user_id: string
    token_id: string | null
    /** the limits of that token, as lists in JSON; null: no limits */
    collections: string | null
    locales: string | null
    created_at: string
    expires_at: string
  }
}
