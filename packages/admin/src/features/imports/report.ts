import type { ImportReportRow, importOutcomes } from '@octavo/contract/operations/imports'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'

export type Outcome = (typeof importOutcomes)[number]

/** Entries of an import with the same outcome for the same reason; one with several reasons is in several groups. */
export interface ReportGroup {
  readonly outcome: Outcome
  /** the code of the reason */
  readonly code: string
  readonly rows: readonly ImportReportRow[]
}

export interface Remarks {
  readonly groups: readonly ReportGroup[]
  /** false: only the first entries of each outcome were read */
  readonly isComplete: boolean
}

/** The outcomes whose entries are read, the most severe first. */
const readOutcomes: readonly Outcome[] = ['failed', 'skipped', 'created', 'present']

/** entries per request, the most that the API gives at once */
const pageSize = 100
/** maximum number of entries that are read of each outcome, in whole pages */
export const mostShown = 10 * pageSize

/** The entries of an import with a remark, grouped by reason. */
export function remarksQuery(analysisId: string, finishedAt: string | null) {
  return queryOptions({
    queryKey: [...keys.imports, 'remarks', analysisId, finishedAt],
    queryFn: async ({ signal }): Promise<Remarks> => {
      const results = await Promise.all(
        readOutcomes.map((outcome) => firstRows({ analysisId, outcome, signal })),
      )
      // An entry without a code was imported without a remark.
      const rows = results.flatMap((result) => result.rows).filter(({ code }) => code !== null)
      return { groups: groupByReason(rows), isComplete: results.every((result) => result.isComplete) }
    },
    staleTime: Infinity,
  })
}

function groupByReason(rows: readonly ImportReportRow[]): ReportGroup[] {
  const rowsByCode = rows.flatMap((row) => row.codes.map((code) => ({ code, row })))
  const groups = Map.groupBy(rowsByCode, ({ code, row }) => `${row.outcome} ${code}`)
  return [...groups.values()].flatMap((entriesOfGroup) => {
    const [first] = entriesOfGroup
    if (first === undefined) return []
    return [{ outcome: first.row.outcome, code: first.code, rows: entriesOfGroup.map(({ row }) => row) }]
  })
}

/** Which rows of a report are read: those with an outcome, or all. */
interface ReportQuery {
  readonly analysisId: string
  readonly outcome?: Outcome
  readonly signal?: AbortSignal
}

/** The first rows of the report with an outcome, up to the limit. */
async function firstRows(query: ReportQuery): Promise<{ rows: ImportReportRow[]; isComplete: boolean }> {
  const rows: ImportReportRow[] = []
  for await (const page of pagesOf(query)) {
    rows.push(...page)
    // A full page at the limit can be followed by others, so the result counts as incomplete.
    if (rows.length >= mostShown) return { rows, isComplete: page.length < pageSize }
  }
  return { rows, isComplete: true }
}

/** The rows of the report, page by page. */
async function* pagesOf({ analysisId, outcome, signal }: ReportQuery): AsyncGenerator<ImportReportRow[]> {
  let cursor: string | undefined
  do {
    const page = await api.imports.report(
      {
        analysisId,
        limit: pageSize,
        ...(outcome !== undefined && { outcome }),
        ...(cursor !== undefined && { cursor }),
      },
      { signal },
    )
    yield page.items
    cursor = page.nextCursor
  } while (cursor !== undefined)
}

/** The complete report as a text file. */
export async function wholeReport(analysisId: string, format: 'csv' | 'json'): Promise<string> {
  if (format === 'csv') return api.imports.report({ analysisId, format })
  const rows: ImportReportRow[] = []
  for await (const page of pagesOf({ analysisId })) rows.push(...page)
  return JSON.stringify(rows, null, 2)
}
