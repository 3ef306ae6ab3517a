import type { ImportJob, ImportOptions, ImportReportRow } from '@octavo/contract/operations/imports'
import type { Analyzed } from './export-stats.ts'
import { codesOf, parseCauses } from './messages.ts'
import type { StoredProgress } from './progress.ts'
import type { ReportRow } from './report-store.ts'
import type { ImportRow } from './store.ts'

/** The public form of an import; its progress is what was stored last. */
export function jobOf(row: ImportRow): ImportJob {
  const { facts, counts } = JSON.parse(row.progress) as StoredProgress
  return {
    analysisId: row.id,
    fileName: row.file_name,
    state: row.state as ImportJob['state'],
    options: row.options === null ? null : optionsOf(row.options),
    progress: facts,
    counts,
    error: row.error,
    because: parseCauses(row),
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    expiresAt: row.expires_at,
  }
}

/** Options that an import of an earlier version does not have are off. */
function optionsOf(text: string): ImportOptions {
  return { includeComments: false, ...(JSON.parse(text) as Omit<ImportOptions, 'includeComments'>) }
}

export function analyzedOf(row: ImportRow): Analyzed {
  return JSON.parse(row.analysis) as Analyzed
}

/** The public form of a line of the report. */
export function reportRowOf(row: ReportRow): ImportReportRow {
  return {
    kind: row.kind,
    sourceId: row.source_id,
    title: row.title,
    outcome: row.outcome as ImportReportRow['outcome'],
    code: row.code,
    codes: codesOf(row),
    reason: row.reason,
    because: parseCauses(row),
    collection: row.collection,
    itemId: row.item_id,
    oldUrl: row.old_url,
    newUrl: row.new_url,
    line: row.line,
  }
}
