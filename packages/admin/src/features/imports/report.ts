import type { ImportReportRow, importOutcomes } from '@octavo/contract/operations/imports'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'

export type Outcome = (typeof importOutcomes)[number]

/** Entries of an import with the same outcome for the same reason; one with several reasons is in several groups. */
export interface ReportGroup {
  readonly outcome: Outcome
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
/** limit of entries that are read of each outcome, in whole pages */
export const mostShown = 10 * pageSize

/** The entries of an import with a remark, grouped by reason. */
export function remarksQuery(analysisId: string, finishedAt: string | null) {
  return queryOptions({
    queryKey: [...keys.imports, 'remarks', analysisId, finishedAt],
    queryFn: async ({ signal }): Promise<Remarks> => {
      const read = await Promise.all(
        readOutcomes.map((outcome) => firstRows({ analysisId, outcome, signal })),
      )
      const rows = read.flatMap((part) => part.rows).filter(({ code }) => code !== null)
      return { groups: groupByReason(rows), isComplete: read.every((part) => part.isComplete) }
    },
    staleTime: Infinity,
  })
}

function groupByReason(rows: readonly ImportReportRow[]): ReportGroup[] {
  const all = rows.flatMap((row) => row.codes.map((code) => ({ code, row })))
  const groups = Map.groupBy(all, ({ code, row }) => `${row.outcome} ${code}`)
  return [...groups.values()].flatMap((entriesOfGroup) => {
    const [first] = entriesOfGroup
    if (first === undefined) return []
    return [{ outcome: first.row.outcome, code: first.code, rows: entriesOfGroup.map(({ row }) => row) }]
  })
}

interface ReportPart {
  readonly analysisId: string
  readonly outcome?: Outcome
  readonly signal?: AbortSignal
}

/** The first rows of the report with an outcome, up to the limit. */
async function firstRows(part: ReportPart): Promise<{ rows: ImportReportRow[]; isComplete: boolean }> {
  const rows: ImportReportRow[] = []
  for await (const page of pagesOf(part)) {
    rows.push(...page)
    // A full page at the limit can be followed by others.
    if (rows.length >= mostShown) return { rows, isComplete: page.length < pageSize }
  }
  return { rows, isComplete: true }
}

/** The rows of the report, page by page. */
async function* pagesOf({ analysisId, outcome, signal }: ReportPart): AsyncGenerator<ImportReportRow[]> {
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
