import type { Services } from '../core/context.ts'
import { newId } from '../platform/ids.ts'
import { timeText } from '../platform/time-text.ts'
import type { Analyzed } from './export-stats.ts'
import { type StoredProgress, noProgress } from './progress.ts'
import type { ImportRow } from './store.ts'

/** milliseconds for which the file of an analysis is kept */
const retentionTime = 7 * 24 * 3600_000

interface AnalyzedFile {
  readonly fileName: string
  readonly fileSize: number
  readonly analyzed: Analyzed
}

/** The row of a newly analyzed export. */
export function newImport(services: Services, { fileName, fileSize, analyzed }: AnalyzedFile): ImportRow {
  const now = services.clock()
  return {
    id: newId(),
    file_name: fileName.slice(0, 255).toWellFormed(),
    file_size: fileSize,
    file_key: null,
    state: 'analyzed',
    analysis: JSON.stringify(analyzed),
    options: null,
    progress: JSON.stringify({ facts: noProgress, counts: {} } satisfies StoredProgress),
    error: null,
    because: null,
    lease_owner: null,
    lease_until: 0,
    created_at: timeText(now),
    started_at: null,
    finished_at: null,
    expires_at: timeText(new Date(now.getTime() + retentionTime)),
  }
}
