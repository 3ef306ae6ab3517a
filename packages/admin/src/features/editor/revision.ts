import type { Client } from '@octavo/client/session-client'

/** A revision as the list of an item's revisions has it. */
export type Revision = Awaited<ReturnType<Client['revisions']['list']>>['items'][number]
