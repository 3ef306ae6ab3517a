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
    /** why it failed, as text */
    error: string | null
    /** `error` in a translatable form: names of reasons with parameters, as JSON; null if it has none */
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
    /** why it was changed, left out or failed, as text */
    reason: string | null
    /** `reason` in the translatable form, as in `imports` */
    because: string | null
    collection: string | null
    item_id: string | null
    old_url: string | null
    new_url: string | null
    line: number | null
  }
  /** One row for each piece of an old site that became, or is to become, a part of this one. */
  import_origins: {
    /** the key: a permanent name of the piece, by which later imports recognise it (of an item see `originOf`) */
    origin: string
    /** the old site, usually by its address */
    site: string
    /** `item`, `section`, `attachment`, `menu`, `redirect` or `comment` */
    kind: string
    /** the id of the piece on the old site; empty if it has none, as menus and redirects */
    source_id: string
    /** the `source_id` of the parent of an item, or of the item that a file is attached to; empty if there is none */
    parent_source_id: string
    collection: string | null
    slug: string | null
    /** the id of the item, comment or file here; of a redirect that of its target */
    item_id: string | null
    /** 1 once it is imported; before, its item is only planned */
    is_made: number
    /** the address of an attachment's file on the old site; null if the export does not have it */
    file_url: string | null
    /** of an item the references that wait to be set (`imports/waiting.ts`), of media their values as JSON */
    details: string | null
    locale: string | null
  }
}
