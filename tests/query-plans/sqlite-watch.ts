import Engine from 'better-sqlite3'
import { vi } from 'vitest'
import type { FullScan, Watch } from './plans.ts'

interface Step {
  readonly parent: number
  readonly detail: string
}

/** Notes the statements that are prepared, and asks the engine for their plans in the end. */
export function watchSqlite(fileOf: () => string): Watch {
  const statements = new Map<string, string>()
  let operation: string | null = null
  const prepare = Engine.prototype.prepare
  const spy = vi.spyOn(Engine.prototype, 'prepare').mockImplementation(function (
    this: Engine.Database,
    sql: string,
  ) {
    if (operation !== null && !statements.has(sql)) statements.set(sql, operation)
    return prepare.call(this, sql)
  } as typeof prepare)
  return {
    setOperation: (name) => void (operation = name),
    fullScans: (large) => {
      operation = null
      const engine = new Engine(fileOf(), { readonly: true })
      try {
        return [...statements].flatMap(([sql, of]) =>
          scansOf(engine, sql, large).map((scan) => ({ ...scan, operation: of })),
        )
      } finally {
        engine.close()
      }
    },
    end: () => spy.mockRestore(),
  }
}

function scansOf(
  engine: Engine.Database,
  sql: string,
  large: ReadonlySet<string>,
): Omit<FullScan, 'operation'>[] {
  if (!/^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)\b/.test(sql)) return []
  const steps = stepsOf(engine, sql)
  return steps.flatMap(({ parent, detail }) => {
    const [, name] = /^SCAN (\S+)/.exec(detail) ?? []
    if (name === undefined) return []
    // The rows of a subquery, whose own steps are looked at. A table in it can have the same alias.
    const subqueries = [`CO-ROUTINE ${name}`, `MATERIALIZE ${name}`]
    if (steps.some((step) => step.parent === parent && subqueries.includes(step.detail))) return []
    const table = large.has(name) ? name : tableOf(name, sql)
    return large.has(table) && isFull(detail, sql) ? [{ table, how: detail, sql }] : []
  })
}

/** A table that is gone by now was a small one. */
function stepsOf(engine: Engine.Database, sql: string): Step[] {
  try {
    return engine.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...unknowns(sql)) as Step[]
  } catch (error) {
    if (error instanceof Error && /no such (table|column)/.test(error.message)) return []
    throw error
  }
}

/** Plans do not depend on the parameters; each `?` is one, as no text of ours holds another. */
function unknowns(sql: string): null[] {
  return Array.from(sql.matchAll(/\?/g), () => null)
}

function tableOf(alias: string, sql: string): string {
  return new RegExp(`(?:FROM|JOIN|,)\\s+"?(\\w+)"?\\s+(?:AS\\s+)?${alias}\\b`).exec(sql)?.[1] ?? ''
}

/** Tables whose rows are in the order of their ids (WITHOUT ROWID). */
const orderedTables: ReadonlySet<string> = new Set(['audit_log', 'search_words'])

/** A scan of an index may end early at a limit; PostgreSQL shows how far the same statement goes. */
function isFull(detail: string, sql: string): boolean {
  if (/VIRTUAL TABLE INDEX \d+:\S*[M=]/.test(detail)) return false
  const hasOrder = detail.includes(' USING ') || orderedTables.has(detail.slice('SCAN '.length))
  return !(hasOrder && /\bLIMIT\b/.test(sql))
}
