import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { media } from '@octavo/contract/operations/media'
import { changeHeader } from '@octavo/contract/rest'
import { findUpload, type FoundUploadAddress, uploadPath } from '../../content/media/upload-addresses.ts'
import type { Services } from '../../core/context.ts'
import { invoke } from '../../core/invoke.ts'
import { enforceApiRate } from '../../core/rate-limit.ts'
import { invalidAt } from '../../platform/errors.ts'
import { sendResult } from './answer.ts'
import { isForm } from './body.ts'
import type { HttpDependencies } from './routes.ts'
import { besideTheFile, inputOf, receiveBody, receiveForm } from './upload.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** the address that the request uses up; null for other requests */
    uploadAddress: FoundUploadAddress | null
  }
}

const operation = media.create

/** the binding by which `sendResult` answers an upload */
const rest = { method: 'PUT', path: '/media/upload/:secret', status: 201 } as const

/**
 * Accepts the bytes of one file at an upload address, without a token: calls `media.create` on behalf of the caller
 * who requested the address.
 */
export function mountMediaUploads(app: FastifyInstance, dependencies: HttpDependencies): void {
  const { services, sendError } = dependencies
  app.decorateRequest('uploadAddress', null)
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', async (request: FastifyRequest) => {
      request.upload = await receive(services, request)
    })
    scope.route<{ Params: { secret: string } }>({
      method: ['PUT', 'POST'],
      url: `${uploadPath}/:secret`,
      config: { isStreamed: true },
      errorHandler: (error, request, reply) => sendError(error, request, reply, operation),
      // The address is checked before the body is read: without one, nobody can make the service read a body. The claim
      // comes last, because it uses up the address.
      onRequest: async (request) => {
        request.startedAt = performance.now()
        refuseWrongSize(services, request)
        const found = await findUpload(services, request.params.secret)
        enforceApiRate(services, found.caller)
        await found.claim()
        request.caller = found.caller
        request.uploadAddress = found
      },
      handler: (request, reply) => answer(request, reply, dependencies),
    })
  })
}

/** Throws for a request without bytes, or with too many, before the address is used up. */
function refuseWrongSize({ incoming, config }: Services, { headers }: FastifyRequest): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers
  if (encoding === undefined && Number(length ?? 0) === 0)
    throw invalidAt('', 'the body has no bytes: send those of the file')
  const formBytes = isForm(headers['content-type']) ? besideTheFile : 0
  if (Number(length ?? 0) > config.maxUploadBytes + formBytes) throw incoming.tooLarge()
}

/**
 * Stores the bytes of a request in a temporary file. The name and the type that were given with the request for the
 * address take precedence over those of a form.
 */
async function receive({ incoming, config }: Services, request: FastifyRequest) {
  const { raw, headers, uploadAddress } = request
  const { filename, mimeType } = uploadAddress?.file ?? {}
  const maxBytes = config.maxUploadBytes
  if (isForm(headers['content-type'])) {
    const form = { part: 'file', fields: [], isNeeded: true }
    const { upload } = await receiveForm(raw, form, { incoming, maxBytes })
    return { ...upload, filename: filename ?? upload.filename, mimeType: mimeType ?? upload.mimeType }
  }
  const received = await receiveBody(raw, { incoming, maxBytes })
  return { ...received, filename: filename ?? 'file', mimeType: mimeType ?? unknownType }
}

/**
 * The type of a file whose upload address names none: it is determined from the bytes then. The Content-Type of the
 * request is not used, because programs such as curl send one type for every body.
 */
const unknownType = 'application/octet-stream'

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { services, sendError, logRequest }: HttpDependencies,
): Promise<void> {
  const { upload, uploadAddress, caller } = request
  try {
    if (upload === null || uploadAddress === null)
      throw invalidAt('', 'the body has no bytes: send those of the file')
    const { alt, caption, folder } = uploadAddress.file
    const result = await invoke(services, {
      operation,
      caller,
      input: {
        ...inputOf(upload),
        ...(alt !== undefined && { alt }),
        ...(caption !== undefined && { caption }),
        ...(folder !== undefined && { folder }),
      },
      upload,
      onChange: (changeId) => void reply.header(changeHeader, changeId),
    })
    logRequest(request, sendResult(request, reply, { operation, rest, cacheTags: '' }, result))
  } catch (error) {
    sendError(error, request, reply, operation)
  } finally {
    if (upload !== null) await services.incoming.discard(upload)
  }
}
