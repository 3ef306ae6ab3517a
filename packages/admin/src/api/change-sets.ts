import type { Client } from '@octavo/client/session-client'

export type ChangeSet = Awaited<ReturnType<Client['changeSets']['list']>>['items'][number]

/** Whether entries can still be added and removed. */
export function isOpen({ state }: Pick<ChangeSet, 'state'>): boolean {
  return state !== 'applied' && state !== 'reverted'
}
