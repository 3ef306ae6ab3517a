import { vi } from 'vitest'
import type { TestService } from './service.ts'

/** The plans of all statements that read while `work` runs, as the engine describes them. */
export async function plansDuring(
  { services, engine }: TestService,
  work: () => Promise<unknown>,
): Promise<{ sql: string; plan: string }[]> {
  const { reader } = services.database
  const rows = vi.spyOn(reader, 'rows')
  await work()
  const calls = [...rows.mock.calls]
  rows.mockRestore()
  const explain = engine === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN'
  return Promise.all(
    calls.map(async ([sql, parameters]) => {
      const lines = await reader.rows<Record<string, unknown>>(`${explain} ${sql}`, parameters)
      return { sql, plan: lines.map((line) => String(line['detail'] ?? line['QUERY PLAN'])).join('\n') }
    }),
  )
}

/** Those that read a whole table. */
export function fullScans(
  plans: readonly { sql: string; plan: string }[],
  tables: readonly string[],
): string[] {
  const scans = tables.map((table) => new RegExp(`(SCAN|Seq Scan on) "?${table}"?\\b`))
  return plans
    .filter(({ plan }) => scans.some((scan) => scan.test(plan)))
    .map(({ sql, plan }) => `${sql}\n${plan}`)
}
