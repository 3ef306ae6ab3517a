/** Rows of change-sets. */
export interface ChangeSetTables {
  change_sets: {
    id: string
    name: string
    description: string | null
    /** one of `changeSetStates` of the contract */
    state: string
    created_by: string | null
    created_at: string
    updated_at: string
    entry_count: number
    /** of all entries */
    bytes: number
    /** who has approved the current entries */
    approved_by: string | null
    approved_at: string | null
    /** the digest of the entries that were approved; null: they are not approved */
    approved_digest: string | null
    /** when it will be applied; null: it is not scheduled */
    apply_at: string | null
    /** with whose rights it will be applied, as JSON */
    scheduled_by: string | null
    /** when the scheduled application failed */
    failed_at: string | null
    failure: string | null
    applied_at: string | null
    applied_by: string | null
    /** the change that applying it has made */
    change_id: string | null
    /** the change-set that this one reverts */
    revert_of: string | null
    /** the change-set that has reverted this one */
    reverted_by: string | null
  }
  change_set_entries: {
    /** in the order of the entries */
    id: string
    set_id: string
    /** name of the operation */
    operation: string
    /** as JSON, without members that were checked when the entry was made, such as `_rev` */
    input: string
    /** paths in the input of values that were given as Markdown, as JSON */
    markdown: string
    /** ids of the objects that the entry creates, as JSON */
    made: string
    /** the data that plugin hooks returned, as JSON */
    hooked: string
    /** the items that it changes, with digests of their values when the entry was made, as JSON */
    items: string
    /** changes when the entry does, so that an approval ends then */
    digest: string
    user_id: string | null
    client_id: string | null
    created_at: string
  }
  change_set_reviews: {
    id: string
    set_id: string
    user_id: string | null
    /** `submit`, `approve`, `reject` or `comment` */
    decision: string
    comment: string | null
    created_at: string
  }
}
