import type { Client } from '@octavo/client/session-client'

/** A revision in the list of an item's revisions. */
export type Revision = Awaited<ReturnType<Client['revisions']['list']>>['items'][number]
