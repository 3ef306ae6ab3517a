import type { ImportReportRow, importOutcomes } from '@octavo/contract/operations/imports'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'

export type Outcome = (typeof importOutcomes)[number]

/** Pieces of an import that ended in the same way for the same reason. */
export interface ReportGroup {
  readonly outcome: Outcome
  readonly code: string
  readonly rows: readonly ImportReportRow[]
}

export interface Remarks {
  readonly groups: readonly ReportGroup[]
  /** false: only the first pieces of each outcome were looked at */
  readonly isComplete: boolean
}

/** What is looked at for what a person has to know, the worst first. */
const shown: readonly Outcome[] = ['failed', 'skipped', 'created', 'present']

/** pages of a hundred pieces that are read of each outcome */
const mostPages = 10
export const mostShown = mostPages * 100

/** The pieces of an import that there is something to say about, by reason. */
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
  const groups = Map.groupBy(rows, ({ outcome, code }) => `${outcome} ${code}`)
  return [...groups.values()].flatMap((own) => {
    const [first] = own
    return first === undefined ? [] : [{ outcome: first.outcome, code: first.code ?? '', rows: own }]
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

/** The whole report as text to keep. */
export async function wholeReport(analysisId: string, format: 'csv' | 'json'): Promise<string> {
  if (format === 'csv') return api.imports.report({ analysisId, format })
  const rows: ImportReportRow[] = []
  for await (const page of pagesOf({ analysisId })) rows.push(...page)
  return JSON.stringify(rows, null, 2)
}
