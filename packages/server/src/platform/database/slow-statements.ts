import type { Logger } from 'pino'
import type { StatementWatch } from './watched.ts'

/** a longer statement is cut in the log */
const maxCharacters = 500

/** Logs statements that take long. Values are parameters, so their text contains nothing of the content. */
export function watchSlowStatements(log: Logger, milliseconds: number): StatementWatch {
  return (sql) => {
    const begun = performance.now()
    return (failure) => {
      // A failed statement, such as one over the time limit, has its own log line.
      if (failure !== undefined) return
      const ms = performance.now() - begun
      if (ms < milliseconds) return
      log.warn({ ms: Math.round(ms), statement: sql.slice(0, maxCharacters) }, 'slow statement')
    }
  }
}
