import { answerOf } from '@octavo/contract/control-inputs'
import type { Operation, RestBinding } from '@octavo/contract/define'
import { type ErrorCode, errorCodes } from '@octavo/contract/errors'
import { operations } from '@octavo/contract/operations/registry'
import { changeHeader, type InputPlaces } from '@octavo/contract/rest'
import { z } from 'zod'
import type { JsonSchema, MediaType, Response } from './model.ts'
import { type SchemaCollector, schemaPath } from './schemas.ts'

/**
 * Whether an operation has the version of an item (`_rev`) in its input, as `If-Match` (`isTaken`), and in its output,
 * as `ETag` (`isGiven`), and whether it is a read that can be answered with 304 (`isConditional`).
 */
export function versionsOf({ input, output, effect, rest }: Operation): {
  isTaken: boolean
  isGiven: boolean
  isConditional: boolean
} {
  return {
    isTaken: '_rev' in input.shape,
    isGiven: output instanceof z.ZodObject && '_rev' in output.shape,
    isConditional: effect === 'read' && rest?.method === 'GET',
  }
}

/** The schema of the error envelope. */
export const errorSchema: JsonSchema = {
  type: 'object',
  required: ['success', 'error'],
  properties: {
    success: { const: false, type: 'boolean' },
    error: {
      type: 'object',
      required: ['code', 'message', 'details'],
      properties: {
        code: { type: 'string', enum: Object.keys(errorCodes) },
        message: { type: 'string', description: 'for people' },
        details: {
          type: 'object',
          description: 'further data for programs; can be empty',
          properties: {
            issues: {
              type: 'array',
              description: 'of VALIDATION_ERROR: every problem of the input',
              items: {
                type: 'object',
                required: ['path', 'message'],
                properties: {
                  path: {
                    type: 'string',
                    description: 'the path, such as data.title; empty for the whole input',
                  },
                  message: { type: 'string' },
                  rule: {
                    type: 'string',
                    description: 'the name of the rule, if it has one, such as tooLong',
                  },
                  params: {
                    type: 'object',
                    description: 'the parameters of the rule, such as {"most": 5, "has": 7}',
                  },
                },
              },
            },
            reason: {
              type: 'string',
              description:
                'the name of the reason why the whole call failed, if it has one, such as lastAdmin',
            },
            params: {
              type: 'object',
              description: 'the parameters of the reason, such as {"field": "isbn"}',
            },
            _rev: { type: 'string', description: 'of a version conflict: the current version' },
          },
        },
      },
    },
  },
}

const tagHeader = {
  description:
    'changes with the answer; for an item by its id it is the `_rev`. Send it in `If-None-Match`. Lists of content have one, and all reads of tokens with the view `live`.',
  schema: { type: 'string' },
} as const satisfies ResponseHeader

const changeIdHeader = {
  description: 'the id of the change; absent if nothing has changed',
  schema: { type: 'string' },
} as const satisfies ResponseHeader

type ResponseHeader = NonNullable<Response['headers']>[string]

/** All responses of an operation by status, each in its envelope. */
export function responsesOf(
  operation: Operation,
  { rest, places, schemas }: { rest: RestBinding; places: InputPlaces; schemas: SchemaCollector },
): Record<string, Response> {
  const { isGiven, isConditional } = versionsOf(operation)
  // A change with an audit entry has an id, which the answer names.
  const isRecorded = operation.effect !== 'read' && operation.audit !== 'none'
  const success: Response = {
    description: 'Done',
    ...((isGiven || isConditional || isRecorded) && {
      headers: {
        ...((isGiven || isConditional) && { ETag: tagHeader }),
        ...(isRecorded && { [changeHeader]: changeIdHeader }),
      },
    }),
    content: successContent(operation, rest, schemas),
  }
  return {
    [rest.status ?? 200]: success,
    ...(isConditional && {
      304: { description: 'The answer has not changed since the ETag in If-None-Match' },
    }),
    ...failures(codesOf(operation, places)),
  }
}

function successContent(
  operation: Operation,
  { alternatives = {}, isBare = false }: RestBinding,
  schemas: SchemaCollector,
): Record<string, MediaType> {
  const output = answerOf(operation)
  const answered = isBare ? output : z.strictObject({ success: z.literal(true), data: output })
  const others = Object.keys(alternatives).map(
    (mediaType) => [mediaType, { schema: { type: 'string' } }] as const,
  )
  return {
    'application/json': { schema: schemas.convert(answered, 'output') },
    ...Object.fromEntries(others),
  }
}

/** The error codes of an operation, as far as its definition determines them. */
function codesOf(operation: Operation, { path, body }: InputPlaces): ErrorCode[] {
  const isChange = operation.effect !== 'read'
  return [
    'VALIDATION_ERROR',
    ...when(operation.permission === 'schema.write', 'SCHEMA_ERROR'),
    ...when(body?.includes('slug') === true, 'RESERVED_SLUG'),
    ...when(operation.permission !== 'public', 'UNAUTHORIZED', 'FORBIDDEN'),
    ...when(operation.sensitive !== undefined, 'REAUTHENTICATION_REQUIRED'),
    // Such operations are public, but they refuse a wrong credential and pages of other sites.
    ...when(operation.startsSession === true, 'UNAUTHORIZED', 'FORBIDDEN'),
    ...when(path.length > 0, 'NOT_FOUND'),
    ...when(isChange, 'CONFLICT', 'DUPLICATE_SLUG'),
    ...when(operation.name === operations.events.list.name, 'CURSOR_EXPIRED'),
    ...when(versionsOf(operation).isTaken, 'PRECONDITION_FAILED'),
    ...when(body !== null, 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'),
    ...when(operation.limitedAs !== undefined, 'RATE_LIMITED'),
    operation.failure ?? 'INTERNAL_ERROR',
    'UNAVAILABLE',
    ...when(isChange, 'INSUFFICIENT_STORAGE'),
  ]
}

function when(condition: boolean, ...codes: ErrorCode[]): ErrorCode[] {
  return condition ? codes : []
}

/** Error responses by status. */
export function failures(codes: readonly ErrorCode[]): Record<string, Response> {
  const byStatus = Map.groupBy(codes, (code) => errorCodes[code].status)
  const responses = [...byStatus].map(([status, ofStatus]): [number, Response] => [
    status,
    {
      description: ofStatus.map((code) => `\`${code}\`: ${errorCodes[code].meaning}`).join('\n\n'),
      content: { 'application/json': { schema: { $ref: `${schemaPath}Error` } } },
      'x-octavo-codes': ofStatus,
    },
  ])
  return Object.fromEntries(responses)
}
