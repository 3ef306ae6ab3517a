/**
 * One result of an examination. `failure`: the service does not start, or cannot work. `warning`: it works, but the
 * operator should know.
 */
export interface Finding {
  readonly level: 'ok' | 'warning' | 'failure'
  readonly name: string
  /** what was found */
  readonly message: string
  /** what the operator should do; empty if nothing */
  readonly advice: string
}

export const ok = (name: string, message: string): Finding => ({ level: 'ok', name, message, advice: '' })

export const warning = (name: string, message: string, advice: string): Finding => ({
  level: 'warning',
  name,
  message,
  advice,
})

export const failure = (name: string, message: string, advice: string): Finding => ({
  level: 'failure',
  name,
  message,
  advice,
})

/** The sentence of an error. */
export function sentenceOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return /[.!?]$/.test(text) ? text : `${text}.`
}
