import type { Operation } from '@octavo/contract/define'
import { serviceCaller } from '@octavo/server/core/caller'
import { invoke } from '@octavo/server/core/invoke'
import { dataOf } from './answers.ts'
import type { TestService } from './service.ts'

/** What the audit log must say of a change: its type, and its id where the change answers one. */
export interface Reported {
  type: string
  id?: string
}

/** Makes a change, with all that it needs. */
export type Way = (service: TestService) => Promise<Reported>

let count = 0

/** A name that nothing has yet. */
export function fresh(): string {
  return `x${++count}`
}

/** Sends what must succeed, as the admin of the tests; returns the data of the answer. */
export async function send(
  service: TestService,
  method: string,
  path: string,
  body?: object,
): Promise<unknown> {
  const answer = await service.ask(method, path, body === undefined ? {} : { body })
  return dataOf(answer, answer.status === 201 ? 201 : 200)
}

/** As the operator at the command line, for operations that REST does not open. */
export function operate(service: TestService, operation: Operation, input: object): Promise<unknown> {
  return invoke(service.services, { operation, caller: serviceCaller('cli'), input })
}
