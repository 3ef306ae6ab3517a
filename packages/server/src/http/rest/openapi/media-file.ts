import { limits } from '@octavo/contract/limits'
import { imageVariant } from '@octavo/contract/operations/media-shapes'
import { z } from 'zod'
import type { DocumentedOperation, Parameter, Response } from './model.ts'
import { failures } from './responses.ts'

/** The path of media files. It has no operation, because its response is bytes and it is public. */
export const mediaFilePath = '/media/file/{key}'

/** The query parameters that request a variant of an image. */
function variantParameters(): Parameter[] {
  const { properties = {} } = z.toJSONSchema(imageVariant)
  return (['w', 'h', 'fit', 'format'] as const).map((name) => {
    const { description = '', ...schema } = properties[name] as { description?: string }
    return { name, in: 'query', required: false, description, schema }
  })
}

const header = (description: string): NonNullable<Response['headers']>[string] => ({
  description,
  schema: { type: 'string' },
})

/** characters of the version and the crop, which can come before a key */
const maxPrefixLength = 70

const bytes = { '*/*': { schema: { type: 'string', format: 'binary' } } } as const

export const mediaFile = (): DocumentedOperation => ({
  operationId: 'media.file',
  tags: ['media'],
  summary: 'Get the file of a media item',
  description:
    'The `url` of an item leads here. Supports ranges, `If-Range` and `If-None-Match`. A file that the service has examined never changes at its address and may be cached for ever; former addresses of a replaced file lead to the new file, and those answers may not be cached. Types that could run scripts are sent as attachments. For images, `w` and `format` request a variant, which is made once and stored; no image is enlarged. `h` and `fit` need an account (a token or a session), or the signature of a URL that `media.variantUrl` has answered. If making a variant needs too much memory, time or disk space, the file itself is sent.\n\nOpen to everyone, without a token.',
  security: [],
  parameters: [
    {
      name: 'key',
      in: 'path',
      required: true,
      description:
        'the part after `media/file/` in the `url` of the item: its `storageKey`, after the version of a replaced file and the signed crop of a part; slashes are not encoded',
      schema: { type: 'string', maxLength: limits.storageKey + maxPrefixLength },
    },
    ...variantParameters(),
    {
      name: 'sig',
      in: 'query',
      required: false,
      description: 'signature of the URL of a variant',
      schema: { type: 'string' },
    },
    {
      name: 'Range',
      in: 'header',
      required: false,
      description: 'one part of the bytes, such as `bytes=0-999`',
      schema: { type: 'string' },
    },
  ],
  responses: {
    200: {
      description: 'The bytes of the file, of its own type.',
      headers: { ETag: header('names these bytes') },
      content: bytes,
    },
    206: {
      description: 'The requested part.',
      headers: { 'Content-Range': header('the range of the part, and the size of the file') },
      content: bytes,
    },
    304: { description: 'The file is still the one that If-None-Match names.' },
    416: { description: 'The file has no such part.' },
    ...failures([
      'VALIDATION_ERROR',
      'FORBIDDEN',
      'NOT_FOUND',
      'RATE_LIMITED',
      'INTERNAL_ERROR',
      'SERVICE_UNAVAILABLE',
      'UNAVAILABLE',
    ]),
  },
  'x-octavo-permission': { name: 'public', scope: null, role: null, roleName: null },
})
