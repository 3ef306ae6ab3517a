import type { LimitedEndpoint, Operation, RestBinding } from '@octavo/contract/define'
import { operationList } from '@octavo/contract/operations/registry'
import { limits } from '@octavo/contract/limits'
import { apiPath } from '@octavo/contract/rest'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { admit, type Caller } from '../caller.ts'
import type { Services } from '../context.ts'
import type { Upload } from '../files/incoming.ts'
import { invoke } from '../invoke.ts'
import { demandAddressRate, demandApiRate } from '../rate-limits/demand.ts'
import { sendResult, strongTagsOf } from './answer.ts'
import { authenticate } from './authenticate.ts'
import type { SendError } from './errors.ts'
import { inputReader } from './input.ts'
import type { RequestLog } from './request-log.ts'
import { visitOf } from './visit.ts'
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

  const count = (known: Caller): Caller => {
    if (operation.permission !== 'public') demandApiRate(services, known)
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
        visit: visitOf(services.config, request, reply),
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
    // A look at a link, as programs that read mail take it, must not use it up.
    exposeHeadRoute: operation.effect === 'read',
    errorHandler: (error, request, reply) => sendError(error, request, reply, operation),
    // Before the body is read: strangers cannot make the service read theirs.
    onRequest: (request, _reply, done) => {
      request.startedAt = performance.now()
      if (operation.effect === 'read') services.database.readTogether()
      const caller = callerOf(services, request, operation)
      const enter = (known: Caller): void => {
        request.caller = known
        done(rest.upload === undefined ? undefined : refusal(known, operation))
      }
      if (caller instanceof Promise) caller.then(count).then(enter, done)
      else enter(count(caller))
    },
    // Nothing is returned: the framework would wait for a promise, and look after what is sent already.
    handler: (request, reply) => void answer(request, reply),
  })
}

/** Who asks; nobody is looked up for an address that has asked too often. */
function callerOf(
  services: Services,
  request: FastifyRequest,
  operation: Operation,
): Caller | Promise<Caller> {
  const { limitedAs: endpoint } = operation
  if (endpoint === undefined) return authenticate(services, request, operation)
  return limited(services, request, endpoint).then(() => authenticate(services, request, operation))
}

async function limited(
  services: Services,
  { ip: address }: FastifyRequest,
  endpoint: LimitedEndpoint,
): Promise<void> {
  await demandAddressRate(services, { endpoint, address, limit: limits.addressRequests })
}

/** Nor can those who may not upload make the service take their files. */
function refusal(caller: Caller, { permission }: Operation): Error | undefined {
  try {
    admit(caller, permission)
    return undefined
  } catch (error) {
    return error as Error
  }
}
