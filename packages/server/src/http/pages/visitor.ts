import type { Caller } from '../../core/caller.ts'
import type { Services } from '../../core/context.ts'
import type { Language } from './language.ts'

/** The person who opened a page, and their request. */
export interface Visitor {
  readonly services: Services
  readonly language: Language
  /** the signed-in person */
  readonly caller: Caller | null
  /** whether links are sent by mail; otherwise they are printed for the operator */
  readonly hasMail: boolean
  /** the requested address with its parameters, without the origin */
  readonly path: string
  /** the first value of a parameter */
  query(name: string): string | undefined
}
