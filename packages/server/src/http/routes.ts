import type { Operation, RestBinding } from '@octavo/contract/define'
import { operationList } from '@octavo/contract/operations/registry'
import { apiPath } from '@octavo/contract/rest'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Caller, demand } from '../caller.ts'
import type { Services } from '../context.ts'
import type { Upload } from '../files/incoming.ts'
import { invoke } from '../invoke.ts'
import { demandApiRate } from '../rate-limits/demand.ts'
import { sendResult, strongTagsOf } from './answer.ts'
import { authenticate } from './authenticate.ts'
import type { SendError } from './errors.ts'
import { inputReader } from './input.ts'
import type { RequestLog } from './request-log.ts'
import { receiveForm } from './upload.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** the file that came with a form, until the request is answered */
    upload: Upload | null
  }
}

export interface Doorway {
  readonly services: Services
  readonly sendError: SendError
  readonly logRequest: RequestLog
}

/** The REST door: every operation with a REST binding, opened as its definition says. */
export function mountOperations(app: FastifyInstance, doorway: Doorway): void {
  app.decorateRequest('upload', null)
  for (const operation of operationList) {
    const { rest } = operation
    if (rest?.upload !== undefined) mountWithUpload(app, doorway, operation, rest)
    else if (rest !== undefined) mount(app, doorway, operation, rest)
  }
}

/** In a scope of its own: nothing else takes forms. */
function mountWithUpload(
  app: FastifyInstance,
  doorway: Doorway,
  operation: Operation,
  rest: RestBinding,
): void {
  const { upload } = rest
  if (upload === undefined) return
  const { incoming, config } = doorway.services
  void app.register(async (scope) => {
    scope.addContentTypeParser('multipart/form-data', async (request: FastifyRequest) => {
      const mostBytes = upload.isImport === true ? config.maxImportBytes : config.maxUploadBytes
      const form = await receiveForm(request.raw, upload, { incoming, mostBytes })
      request.upload = form.upload
      return form.input
    })
    mount(scope, doorway, operation, rest)
  })
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
        ifMatch: strongTagsOf(request.headers['if-match']),
        upload: request.upload,
      })
      logRequest(request, sendResult(request, reply, rest, result))
    } catch (error) {
      sendError(error, request, reply, operation)
    } finally {
      if (request.upload !== null) await services.incoming.discard(request.upload)
    }
  }

  app.route({
    method: rest.method,
    url: apiPath + rest.path,
    errorHandler: (error, request, reply) => sendError(error, request, reply, operation),
    // Before the body is read: strangers cannot make the service read theirs.
    onRequest: (request, _reply, done) => {
      request.startedAt = performance.now()
      if (operation.effect === 'read') services.database.readTogether()
      const caller = authenticate(services, request)
      const enter = (known: Caller): void => {
        request.caller = known
        done(rest.upload === undefined ? undefined : refusal(known, operation))
      }
      if (caller instanceof Promise) caller.then(admit).then(enter, done)
      else enter(admit(caller))
    },
    // Nothing is returned: the framework would wait for a promise, and look after what is sent already.
    handler: (request, reply) => void answer(request, reply),
  })
}

/** Nor can those who may not upload make the service take their files. */
function refusal(caller: Caller, { permission }: Operation): Error | undefined {
  try {
    demand(caller, permission)
    return undefined
  } catch (error) {
    return error as Error
  }
}
