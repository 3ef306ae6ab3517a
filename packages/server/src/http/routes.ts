import type { Operation, RestBinding } from '@octavo/contract/define'
import { operationList } from '@octavo/contract/operations/registry'
import { apiPath } from '@octavo/contract/rest'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../caller.ts'
import type { Services } from '../context.ts'
import { invoke } from '../invoke.ts'
import { demandApiRate } from '../rate-limits/demand.ts'
import { sendResult, tagsOf } from './answer.ts'
import { authenticate } from './authenticate.ts'
import type { SendError } from './errors.ts'
import { inputReader } from './input.ts'
import type { RequestLog } from './request-log.ts'

export interface Doorway {
  readonly services: Services
  readonly sendError: SendError
  readonly logRequest: RequestLog
}

/** The REST door: every operation with a REST binding, opened as its definition says. */
export function mountOperations(app: FastifyInstance, doorway: Doorway): void {
  for (const operation of operationList) {
    if (operation.rest !== undefined) mount(app, doorway, operation, operation.rest)
  }
}

function mount(app: FastifyInstance, doorway: Doorway, operation: Operation, rest: RestBinding): void {
  const { services, sendError, logRequest } = doorway
  const readInput = inputReader(operation, rest)

  const admit = (known: Caller): Caller => {
    demandApiRate(services, known)
    return known
  }

  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    try {
      const result = await invoke(services, {
        operation,
        caller: request.caller,
        ...readInput(request),
        ifMatch: tagsOf(request.headers['if-match']),
      })
      logRequest(request, sendResult(request, reply, rest, result))
    } catch (error) {
      sendError(error, request, reply, operation)
    }
  }

  app.route({
    method: rest.method,
    url: apiPath + rest.path,
    errorHandler: (error, request, reply) => sendError(error, request, reply, operation),
    // Before the body is read: strangers cannot make the service read theirs.
    onRequest: (request, _reply, done) => {
      request.startedAt = performance.now()
      const caller = authenticate(services, request)
      const enter = (known: Caller): void => {
        request.caller = known
        done()
      }
      if (caller instanceof Promise) caller.then(admit).then(enter, done)
      else enter(admit(caller))
    },
    // Nothing is returned: the framework would wait for a promise, and look after what is sent already.
    handler: (request, reply) => void answer(request, reply),
  })
}
