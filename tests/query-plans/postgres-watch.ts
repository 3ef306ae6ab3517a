import pg from 'pg'
import { vi } from 'vitest'
import type { FullScan, Watch } from './plans.ts'

/** Has the server explain each statement as it ran, those of foreign keys among them. */
const settings = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_format': 'json',
  'auto_explain.log_level': 'notice',
}

/** The URL of a database whose server explains what it runs, with further settings. */
export function explainedUrl(url: string, more: Readonly<Record<string, string>> = {}): string {
  const explained = new URL(url)
  const options = Object.entries({ ...settings, ...more }).map(([name, value]) => `-c ${name}=${value}`)
  explained.searchParams.set('options', options.join(' '))
  return explained.href
}

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Actual Rows'?: number
  readonly 'Actual Loops'?: number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly Plans?: readonly PlanNode[]
}

/**
 * Reads the plans that come with the answers of connections made from now on. `mostRowsOf` says how many rows of a table
 * one step may read: pages, counts and rankings end at a thousand of those that are wanted, and come by some that are not.
 */
export function watchPostgres(mostRowsOf: (table: string) => number): Watch {
  const found = new Map<string, FullScan>()
  let operation: string | null = null
  const note = ({ message }: { message?: string | undefined }): void => {
    const json = /plan:\n(.*)/s.exec(message ?? '')?.[1]
    if (json === undefined || operation === null) return
    const { 'Query Text': sql, Plan: plan } = JSON.parse(json) as { 'Query Text': string; Plan: PlanNode }
    for (const node of nodesOf(plan)) {
      const rows = rowsOf(node)
      const table = node['Relation Name']
      if (table === undefined || rows <= mostRowsOf(table)) continue
      const how = `${node['Node Type']} ${node['Index Name'] ?? ''}: ${rows} rows`
      const key = `${table} ${sql}`
      if (!found.has(key)) found.set(key, { operation, table, how, sql })
    }
  }
  const connect = pg.Client.prototype.connect
  const spy = vi.spyOn(pg.Client.prototype, 'connect').mockImplementation(function (
    this: pg.Client,
    ...parameters: Parameters<typeof connect>
  ) {
    this.on('notice', note)
    return connect.apply(this, parameters)
  } as typeof connect)
  return {
    setOperation: (name) => void (operation = name),
    fullScans: (large) => [...found.values()].filter(({ table }) => large.has(table)),
    end: () => spy.mockRestore(),
  }
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)]
}

function rowsOf(node: PlanNode): number {
  const rows =
    (node['Actual Rows'] ?? 0) +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0)
  return Math.round(rows * (node['Actual Loops'] ?? 1))
}
