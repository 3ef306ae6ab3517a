import { queryRows } from '../servers/postgres.ts'

/** How long the statements of a database take, counted by the database itself. */
export interface StatementTimes {
  reset(): Promise<unknown>
  /** the longest of them, in microseconds, with how often each ran for a request */
  report(requests: number): Promise<string>
}

/** the module that counts, which the server has to load when it starts */
export const counting = { shared_preload_libraries: 'pg_stat_statements' }

const shown = 8

export async function countStatements(url: string): Promise<StatementTimes> {
  await queryRows(url, 'CREATE EXTENSION pg_stat_statements')
  return {
    reset: () => queryRows(url, 'SELECT pg_stat_statements_reset()'),
    report: async (requests) => {
      const rows = await queryRows(
        url,
        `SELECT total_exec_time * 1000 / calls AS time, calls, regexp_replace(query, '\\s+', ' ', 'g') AS text FROM pg_stat_statements ORDER BY total_exec_time DESC LIMIT ${shown}`,
      )
      return rows
        .map(({ time, calls, text }) => {
          const [microseconds, times] = [Number(time).toFixed(0), (Number(calls) / requests).toFixed(2)]
          return `  ${microseconds.padStart(7)}  ${times.padStart(6)}  ${String(text).slice(0, 120)}`
        })
        .join('\n')
    },
  }
}
