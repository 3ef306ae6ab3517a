import { media } from '@octavo/contract/operations/media'
import { placesOf } from '@octavo/contract/rest'
import type { DocumentedOperation } from './model.ts'
import { responsesOf } from './responses.ts'
import type { SchemaCollector } from './schemas.ts'

/**
 * The path of upload addresses. It has no operation of its own: a request to it calls `media.create` on behalf of the
 * caller who requested the address.
 */
export const mediaUploadPath = '/media/upload/{secret}'

/**
 * The description of uploads to an address. It has only PUT, because generated clients need one way; POST and forms are
 * mentioned in the text.
 */
export function mediaUpload(schemas: SchemaCollector): DocumentedOperation {
  const { rest } = media.create
  const responses =
    rest === undefined
      ? {}
      : responsesOf(media.create, { rest, places: placesOf(media.create, rest), schemas })
  return {
    operationId: 'media.sendFile',
    tags: ['media'],
    summary: 'Send the bytes of a file to an upload address',
    description:
      'The `uploadUrl` of `media.upload` leads here. It accepts the bytes of one file once, without a token, as the body: `curl -T FILE URL`. POST does the same, and also accepts a form with the part `file`. The file is checked and recorded as by `media.create`, on behalf of the caller who requested the address, with their current rights. A request with bytes uses up the address, even if it fails.\n\nOpen to everyone who has the address.',
    security: [],
    parameters: [
      {
        name: 'secret',
        in: 'path',
        required: true,
        description: 'the end of the address',
        schema: { type: 'string' },
      },
    ],
    requestBody: {
      required: true,
      content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
    },
    responses,
    'x-octavo-permission': { name: 'public', scope: null, role: null, roleName: null },
  }
}
