/** Rows of imports, and where imported items come from. */
export interface ImportTables {
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
    /** the name and parameters of the reason, as JSON, so that interfaces can translate it */
    because: string | null
    /** the process that runs it; null if none does */
    lease_owner: string | null
    /** milliseconds since 1970; 0 without a lease */
    lease_until: number
    created_at: string
    started_at: string | null
    finished_at: string | null
    expires_at: string
  }
  import_report: {
    import_id: string
    /** the position in the report */
    seq: number
    kind: string
    source_id: string
    title: string
    outcome: string
    code: string | null
    /** why it was changed, left out or failed */
    reason: string | null
    /** the name and parameters of the reason, as JSON */
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
    /** 1 once it is imported; before, its item is only planned */
    is_made: number
    file_url: string | null
    /** of an item what it waits for (`imports/waiting.ts`), of media their values as JSON */
    details: string | null
    locale: string | null
  }
}
