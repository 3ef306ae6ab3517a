/** Rows of the service's own tables, as both engines return them. Content tables are created at run time. */
export interface Tables {
  /** how far the service is with removing what need not be kept */
  retention_passes: {
    name: 'revisions' | 'trash' | 'imports' | 'words' | 'events' | 'deliveries'
    position: string | null
    begun_at: string | null
  }
  users: {
    id: string
    email: string
    name: string | null
    role: number
    disabled: number
    created_at: string
    updated_at: string
    signed_in_at: string | null
    search_text: string
    sort_key: string
  }
  sessions: {
    id: string
    user_id: string
    hash: string
    address: string
    user_agent: string | null
    created_at: string
    last_used_at: string
    expires_at: string
    authenticated_at: string
    ends_at: string
  }
  passkeys: {
    id: string
    user_id: string
    credential_id: string
    public_key: string
    counter: number
    transports: string
    backed_up: number
    user_verified: number
    name: string
    created_at: string
    last_used_at: string | null
  }
  challenges: {
    id: string
    kind: string
    hash: string
    user_id: string | null
    data: string | null
    expires_at: string
  }
  sign_in_links: {
    id: string
    kind: string
    hash: string
    user_id: string | null
    created_at: string
    expires_at: string
    used_at: string | null
  }
  tokens: {
    id: string
    user_id: string
    name: string
    hash: string
    prefix: string
    scopes: string
    view: 'latest' | 'live'
    expires_at: string | null
    last_used_at: string | null
    created_at: string
  }
  audit_log: {
    id: string
    user_id: string | null
    token_id: string | null
    session_id: string | null
    client_id: string | null
    door: string
    action: string
    target_type: string
    target_id: string | null
    target_name: string | null
    facts_before: string | null
    facts_after: string | null
  }
  /** `id`, and `transaction_id` on the server, are given by the engine */
  events: {
    type: string
    at: string
    collection: string | null
    item_id: string | null
    locale: string | null
    slug: string | null
    previous_slug: string | null
    is_live: number
    /** after-hooks that it calls, as JSON; null for most events */
    hooks: string | null
  }
  webhooks: {
    id: string
    url: string
    types: string | null
    collections: string | null
    locales: string | null
    description: string | null
    secret: string
    former_secret: string | null
    former_until: string | null
    pause_reason: string | null
    failing_since: string | null
    last_number: number
    /** the plugin whose hooks its deliveries call; null for a webhook */
    plugin_id: string | null
    created_at: string
    updated_at: string
  }
  presence: {
    item_id: string
    user_id: string
    tab: string
    collection_id: string
    field: string | null
    opened_at: string
    seen_at: string
  }
  backup_schedule: {
    id: 'main'
    lease_owner: string | null
    lease_until: number
    begun_at: string | null
    done_at: string | null
    archive: string | null
    size: number | null
    failed_at: string | null
    failure: string | null
    failures: number
  }
  webhook_deliveries: {
    id: string
    webhook_id: string
    number: number
    lane: string
    type: string
    event_count: number
    body: string
    state: 'pending' | 'delivered' | 'failed'
    attempts: number
    try_at: string | null
    try_set_at: string | null
    lease: string | null
    created_at: string
    tried_at: string | null
    ended_at: string | null
    duration: number | null
    status: number | null
    failure: string | null
    answer: string | null
  }
  files: {
    storage_key: string
    content_hash: string | null
    size: number | null
    is_own: number
    created_at: string
  }
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
    storage_key: string
    file_key: string
    status: string
    author_id: string | null
    created_at: string
    updated_at: string
  }
  file_removals: {
    storage_key: string
    remove_at: string
    is_claimed: number
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
    filterable: number
    created_at: string
    updated_at: string
  }
  sections: {
    id: string
    slug: string
    title: string
    description: string | null
    keywords: string
    content: string
    source: string
    sort_key: string
    search_text: string
    created_at: string
    updated_at: string
  }
  menus: {
    id: string
    name: string
    label: string
    created_at: string
    updated_at: string
  }
  menu_items: {
    id: string
    menu_id: string
    parent_id: string | null
    type: string
    label: string
    sort_order: number
    custom_url: string | null
    collection_id: string | null
    entry_id: string | null
    taxonomy_id: string | null
    term_id: string | null
    target: string | null
    title_attr: string | null
    css_classes: string | null
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
  imports: {
    id: string
    file_name: string
    file_size: number
    file_key: string | null
    state: string
    analysis: string
    options: string | null
    progress: string
    error: string | null
    because: string | null
    lease_owner: string | null
    lease_until: number
    created_at: string
    started_at: string | null
    finished_at: string | null
    expires_at: string
  }
  import_report: {
    import_id: string
    seq: number
    kind: string
    source_id: string
    title: string
    outcome: string
    code: string | null
    reason: string | null
    because: string | null
    collection: string | null
    item_id: string | null
    old_url: string | null
    new_url: string | null
    line: number | null
  }
  import_origins: {
    origin: string
    site: string
    kind: string
    source_id: string
    parent_source_id: string
    collection: string | null
    slug: string | null
    item_id: string | null
    is_made: number
    file_url: string | null
    details: string | null
    locale: string | null
  }
  widget_areas: {
    id: string
    name: string
    label: string
    description: string | null
    created_at: string
    updated_at: string
  }
  widgets: {
    id: string
    area_id: string
    type: string
    title: string | null
    content: string
    menu_id: string | null
    component_id: string | null
    component_props: string | null
    sort_order: number
    created_at: string
    updated_at: string
  }
  oauth_clients: {
    id: string
    name: string
    uri: string | null
    redirect_uris: string
    grant_types: string
    scopes: string | null
    keep_until: string
    created_at: string
  }
  oauth_grants: {
    id: string
    user_id: string
    client_id: string
    client_name: string
    client_uri: string | null
    scopes: string
    resources: string
    is_used: number
    expires_at: string
    last_used_at: string | null
    created_at: string
  }
  oauth_codes: {
    hash: string
    grant_id: string
    redirect_uri: string
    code_challenge: string
    used_at: string | null
    expires_at: string
  }
  oauth_tokens: {
    hash: string
    grant_id: string
    kind: string
    scopes: string
    resources: string | null
    used_at: string | null
    expires_at: string
    created_at: string
  }
  device_codes: {
    hash: string
    user_code_hash: string
    client_id: string
    client_name: string
    client_uri: string | null
    scopes: string
    resources: string
    status: string
    grant_id: string | null
    poll_seconds: number
    polled_at: string | null
    expires_at: string
  }
}
