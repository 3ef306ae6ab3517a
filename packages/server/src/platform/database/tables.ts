import type { ChangeSetTables } from './tables/change-set-tables.ts'
import type { ContentTables } from './tables/content-tables.ts'
import type { EventTables } from './tables/event-tables.ts'
import type { IdentityTables } from './tables/identity-tables.ts'
import type { ImportTables } from './tables/import-tables.ts'
import type { JobTables } from './tables/job-tables.ts'
import type { OAuthTables } from './tables/oauth-tables.ts'
import type { SiteTables } from './tables/site-tables.ts'

/**
 * Rows of the service's own tables, as both engines return them. Content tables are created at run time. The migration
 * that creates a table says what it is for. Flags are 0 or 1, times have the stored form.
 */
export interface Tables
  extends
    ChangeSetTables,
    ContentTables,
    EventTables,
    IdentityTables,
    ImportTables,
    JobTables,
    OAuthTables,
    SiteTables {}
