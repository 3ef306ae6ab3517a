import type { Caller } from '../caller.ts'
import type { Services } from '../context.ts'
import type { Language } from './language.ts'

/** Who opened a page, and how. */
export interface Visitor {
  readonly services: Services
  readonly language: Language
  /** who the browser is signed in as */
  readonly caller: Caller | null
  /** whether links reach people by mail; they stand in the log otherwise */
  readonly hasMail: boolean
  /** the address that was asked for, with its parameters, without the origin */
  readonly path: string
  /** a parameter of the address, the first of that name */
  query(name: string): string | undefined
}
