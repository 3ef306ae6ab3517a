/** Rows of jobs that run in the background. */
export interface JobTables {
  /** the progress of passes that remove old data */
  retention_passes: {
    name: 'revisions' | 'trash' | 'imports' | 'words' | 'events' | 'deliveries'
    /** after which row the pass goes on; null: it begins */
    position: string | null
    begun_at: string | null
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
    /** the name and parameters of the reason, as JSON; null for a failure without a name */
    because: string | null
    failures: number
  }
}
