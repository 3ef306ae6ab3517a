import type { StatementWatch } from '../database/watched.ts'
import type { Tracer } from './tracer.ts'

/** A longer statement is cut in its span. Values are parameters, so the text of a statement contains nothing secret. */
const maxCharacters = 2000

/** a statement that changes data or tables, perhaps behind a WITH */
const changingStatement =
  /^\s*(INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|TRUNCATE|COPY|WITH\b.*\b(INSERT|UPDATE|DELETE)\b)/is

/** A span for each statement of a request or job that is traced. */
export function traceStatements(tracer: Tracer): StatementWatch {
  return (sql) => {
    if (tracer.current?.isSampled !== true) return () => undefined
    // The spans of a job are sent only if it changes something.
    if (changingStatement.test(sql)) tracer.noteChange()
    const [name = 'SQL'] = sql.trimStart().split(/\s/, 1)
    const span = tracer.begin({
      name,
      kind: 'client',
      attributes: { 'db.system.name': 'sql', 'db.query.text': sql.slice(0, maxCharacters) },
    })
    return (failure) => span.end({}, failure !== undefined)
  }
}
