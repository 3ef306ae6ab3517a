import { limits } from '@octavo/contract/limits'
import type { DocumentedOperation, Parameter, Response } from './model.ts'
import { failures } from './responses.ts'

/** Where files are served. It is no operation: its answers are bytes, and whoever asks may have them. */
export const mediaFilePath = '/media/file/{key}'

const side = (name: string, description: string): Parameter => ({
  name,
  in: 'query',
  required: false,
  description,
  schema: { type: 'integer', enum: [...limits.imageSides] },
})

const header = (description: string): NonNullable<Response['headers']>[string] => ({
  description,
  schema: { type: 'string' },
})

const bytes = { '*/*': { schema: { type: 'string', format: 'binary' } } } as const

export const mediaFile: DocumentedOperation = {
  operationId: 'media.file',
  tags: ['media'],
  summary: 'Get the file of a media item',
  description:
    'The `url` of an item leads here. Answers ranges, `If-Range` and `If-None-Match`; what the service has read never changes and may be kept for ever. Types in which something could run are sent as an attachment. For images, `w`, `h`, `fit` and `format` ask for another form, which is made once and kept; no image is enlarged.\n\nOpen to everyone, without a token.',
  security: [],
  parameters: [
    {
      name: 'key',
      in: 'path',
      required: true,
      description: '`storageKey` of the item; its slashes stay as they are',
      schema: { type: 'string', maxLength: limits.storageKey },
    },
    side('w', 'width of another form, in pixels'),
    side('h', 'height of another form, in pixels'),
    {
      name: 'fit',
      in: 'query',
      required: false,
      description: 'with both sides: cut to fill them, or all of it within them',
      schema: { type: 'string', enum: ['cover', 'contain'], default: 'cover' },
    },
    {
      name: 'format',
      in: 'query',
      required: false,
      description: 'of another form',
      schema: { type: 'string', enum: ['webp', 'avif'], default: 'webp' },
    },
    {
      name: 'Range',
      in: 'header',
      required: false,
      description: 'one part of the bytes, as `bytes=0-999`',
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
      description: 'The part that was asked for.',
      headers: { 'Content-Range': header('which part of how many bytes it is') },
      content: bytes,
    },
    304: { description: 'The file is still the one that If-None-Match names.' },
    416: { description: 'The file has no such part.' },
    ...failures(['VALIDATION_ERROR', 'NOT_FOUND', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE']),
  },
  'x-octavo-permission': { name: 'public', scope: null, role: null, roleName: null },
}
