import type { StatementWatch } from '../database/watched.ts'
import type { Tracer } from './tracer.ts'

/** characters of a statement that a span shows; values are parameters, so the text contains no content */
const shown = 2000

/** a statement that changes data or tables, perhaps behind a WITH */
const change =
  /^\s*(INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|TRUNCATE|COPY|WITH\b.*\b(INSERT|UPDATE|DELETE)\b)/is

/** A span for each statement of a request or job that is traced. */
export function traceStatements(tracer: Tracer): StatementWatch {
  return (sql) => {
    if (tracer.current?.isSampled !== true) return () => undefined
    if (change.test(sql)) tracer.noteChange()
    const [name = 'SQL'] = sql.trimStart().split(/\s/, 1)
    const span = tracer.begin({
      name,
      kind: 'client',
      attributes: { 'db.system.name': 'sql', 'db.query.text': sql.slice(0, shown) },
    })
    return (failure) => span.end({}, failure !== undefined)
  }
}
