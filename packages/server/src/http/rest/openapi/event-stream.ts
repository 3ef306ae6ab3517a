import { eventStreamInput, events } from '@octavo/contract/operations/events'
import { z } from 'zod'
import type { DocumentedOperation, Parameter } from './model.ts'
import { failures } from './responses.ts'
import { permissionOf, rightsOf, securityOf } from './rights.ts'

/** The path of the stream of events. It has no operation, because its response does not end. */
export const eventStreamPath = '/events/stream'

const names = Object.keys(eventStreamInput.shape) as (keyof typeof eventStreamInput.shape)[]

function queryParameter(name: keyof typeof eventStreamInput.shape): Parameter {
  const description = z.globalRegistry.get(eventStreamInput.shape[name])?.description ?? ''
  return { name, in: 'query', required: false, description, schema: { type: 'string' } }
}

export const eventStream: DocumentedOperation = {
  operationId: 'events.stream',
  tags: ['events'],
  summary: 'Receive events as they happen',
  description:
    'Server-sent events: each has the JSON of an event of `events.list` as `data`, and its `id`. A client that reconnects with `Last-Event-ID` misses nothing. Without it and without `after` the stream starts with the oldest event that is kept; pass `nextCursor` of `events.list` to start elsewhere. The stream ends when the token or session expires; a client that reads too slowly is disconnected.\n\n' +
    rightsOf(events.list),
  security: securityOf(events.list),
  parameters: [
    ...names.map(queryParameter),
    {
      name: 'Last-Event-ID',
      in: 'header',
      required: false,
      description: 'id of the last event that the client received; takes precedence over `after`',
      schema: { type: 'string' },
    },
  ],
  responses: {
    200: {
      description: 'The stream.',
      content: { 'text/event-stream': { schema: { type: 'string' } } },
    },
    ...failures([
      'VALIDATION_ERROR',
      'UNAUTHORIZED',
      'FORBIDDEN',
      'CURSOR_EXPIRED',
      'RATE_LIMITED',
      'INTERNAL_ERROR',
      'UNAVAILABLE',
    ]),
  },
  'x-octavo-permission': permissionOf(events.list),
}
