import type { BackupState } from '@octavo/contract/operations/backup'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { api } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import { useSession } from '../session/session.tsx'

// Loaded lazily, because most sites have no warning to show.
const BackupWarnings = lazy(async () => ({
  default: (await import('./backup-warnings.tsx')).BackupWarnings,
}))

const backupQuery = queryOptions({
  queryKey: keys.backup,
  queryFn: ({ signal }) => api.backup.get({}, { signal }),
  staleTime: 300_000,
})

/** Warns admins that a restored site is paused, or that scheduled backups fail. */
export function BackupBanner() {
  const { can } = useSession()
  const { data } = useQuery({ ...backupQuery, enabled: can('backup.manage') })
  if (data === undefined || !hasWarning(data.item)) return null
  return (
    <Suspense fallback={null}>
      <BackupWarnings {...data.item} />
    </Suspense>
  )
}

function hasWarning({ isPaused, schedule }: BackupState): boolean {
  return isPaused || (schedule !== null && (schedule.failure !== null || schedule.isLate))
}
