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

/** The outcomes that are read, the most severe first. */
const shown: readonly Outcome[] = ['failed', 'skipped', 'created', 'present']

/** limit of pages (of a hundred entries) that are read of each outcome */
const mostPages = 10
export const mostShown = mostPages * 100

/** The entries of an import with a remark, grouped by reason. */
export function remarksQuery(analysisId: string, finishedAt: string | null) {
  return queryOptions({
    queryKey: [...keys.imports, 'remarks', analysisId, finishedAt],
    queryFn: async ({ signal }): Promise<Remarks> => {
      const read = await Promise.all(shown.map((outcome) => firstRows({ analysisId, outcome, signal })))
      const rows = read.flatMap((part) => part.rows).filter(({ code }) => code !== null)
      return { groups: grouped(rows), isComplete: read.every((part) => part.isComplete) }
    },
    staleTime: Infinity,
  })
}

function grouped(rows: readonly ImportReportRow[]): ReportGroup[] {
  const all = rows.flatMap((row) => row.codes.map((code) => ({ code, row })))
  const groups = Map.groupBy(all, ({ code, row }) => `${row.outcome} ${code}`)
  return [...groups.values()].flatMap((own) => {
    const [first] = own
    if (first === undefined) return []
    return [{ outcome: first.row.outcome, code: first.code, rows: own.map(({ row }) => row) }]
  })
}

interface Part {
  readonly analysisId: string
  readonly outcome?: Outcome
  readonly signal?: AbortSignal
}

async function firstRows(part: Part): Promise<{ rows: ImportReportRow[]; isComplete: boolean }> {
  const rows: ImportReportRow[] = []
  for await (const page of pagesOf(part)) {
    rows.push(...page)
    if (rows.length >= mostShown) return { rows, isComplete: page.length < 100 }
  }
  return { rows, isComplete: true }
}

async function* pagesOf({ analysisId, outcome, signal }: Part): AsyncGenerator<ImportReportRow[]> {
  let cursor: string | undefined
  do {
    const page = await api.imports.report(
      {
        analysisId,
        limit: 100,
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
