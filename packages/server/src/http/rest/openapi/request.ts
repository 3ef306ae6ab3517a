import { isDestructive } from '@octavo/contract/destructive'
import { controlShape } from '@octavo/contract/control-inputs'
import type { Operation, RestBinding } from '@octavo/contract/define'
import type { InputPlaces } from '@octavo/contract/rest'
import { z } from 'zod'
import { exampleOf } from './examples.ts'
import type { DocumentedOperation, JsonSchema, MediaType, Parameter } from './model.ts'
import { versionsOf } from './responses.ts'
import type { SchemaCollector } from './schemas.ts'

type Input = { properties: Record<string, JsonSchema>; required: readonly string[] }

/** The parameters and the body of an operation; `pathNames` are the parameter names in the document's path. */
export function requestOf(
  operation: Operation,
  {
    places,
    pathNames,
    schemas,
  }: { places: InputPlaces; pathNames: readonly string[]; schemas: SchemaCollector },
): Pick<DocumentedOperation, 'parameters' | 'requestBody'> {
  const { properties = {}, required = [] } = schemas.convert(operation.input, 'input')
  const controls = schemas.convert(z.strictObject(controlShape(operation)), 'input')
  const all = { ...(properties as Record<string, JsonSchema>), ...(controls.properties as typeof properties) }
  const input: Input = { properties: all as Record<string, JsonSchema>, required }
  return {
    parameters: [
      ...places.path.map((key, index) =>
        pathParameter(operation, { input, key, name: pathNames[index] ?? key }),
      ),
      ...places.query.map((key) =>
        queryParameter(operation, { input, key, isAlsoBody: places.body !== null }),
      ),
      ...headers(operation),
    ],
    ...(places.body !== null && { requestBody: body(operation, input, places.body) }),
  }
}

function pathParameter(
  operation: Operation,
  { input, key, name }: { input: Input; key: string; name: string },
): Parameter {
  const example = exampleOf(operation).path[key]
  return {
    name,
    in: 'path',
    required: true,
    ...described(input.properties[key]),
    ...(example !== undefined && { example }),
  }
}

function queryParameter(
  operation: Operation,
  { input, key, isAlsoBody }: { input: Input; key: string; isAlsoBody: boolean },
): Parameter {
  const example = exampleOf(operation).input[key]
  // A parameter that can be in the body instead is not required in the query.
  const required = !isAlsoBody && input.required.includes(key)
  const { description, schema } = described(input.properties[key])
  // An object is written as JSON: OpenAPI has no style of brackets for values that nest, and generators of clients do
  // not know `content` of parameters.
  const isJson = schema['type'] === 'object' || schema.$ref !== undefined
  return {
    name: key,
    in: 'query',
    required,
    ...(description !== undefined && { description }),
    schema: isJson ? { type: 'string', contentMediaType: 'application/json', contentSchema: schema } : schema,
    ...(example !== undefined && { example }),
  }
}

/** Moves the description from the schema to the parameter. */
function described(schema: JsonSchema = {}): { description?: string; schema: JsonSchema } {
  const { description, ...rest } = schema
  return { ...(description !== undefined && { description }), schema: rest }
}

function headers(operation: Operation): Parameter[] {
  // `isTaken`: the input has the version that the caller has read; `isConditional`: the answer can be 304.
  const { isTaken, isConditional } = versionsOf(operation)
  const header = (name: string, description: string): Parameter => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  })
  return [
    ...(operation.takesIdempotencyKey === true
      ? [
          header(
            'Idempotency-Key',
            'a key chosen by the client: repeated requests with the same key are executed once',
          ),
        ]
      : []),
    ...(isDestructive(operation)
      ? [
          header(
            'X-Octavo-Confirm',
            'the confirmation token of the first answer, if the token or grant requires confirmations',
          ),
        ]
      : []),
    ...(isTaken ? [header('If-Match', 'the `ETag` that was read; 412 if the item has changed since')] : []),
    ...(isConditional
      ? [header('If-None-Match', 'the known `ETag`; 304 if the answer has not changed')]
      : []),
  ]
}

function body(
  operation: Operation,
  input: Input,
  keys: readonly string[],
): DocumentedOperation['requestBody'] {
  const required = keys.filter((key) => input.required.includes(key))
  const examples = Object.entries(exampleOf(operation).input).filter(([key]) => keys.includes(key))
  // Where the file is not needed (`isNeeded`), JSON can name a stored file instead.
  const upload = operation.rest?.upload
  if (upload?.isNeeded === true) {
    return { required: true, content: { 'multipart/form-data': form(input, upload) } }
  }
  return {
    required: required.length > 0,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties: Object.fromEntries(keys.map((key) => [key, input.properties[key] ?? {}])),
          ...(required.length > 0 && { required }),
          additionalProperties: false,
        },
        ...(examples.length > 0 && { example: Object.fromEntries(examples) }),
      },
      ...(upload !== undefined && { 'multipart/form-data': form(input, upload) }),
    },
  }
}

function form(input: Input, { part, fields }: NonNullable<RestBinding['upload']>): MediaType {
  const file = {
    type: 'string',
    contentMediaType: 'application/octet-stream',
    description: 'the file',
  } as const
  return {
    schema: {
      type: 'object',
      properties: {
        [part]: file,
        ...Object.fromEntries(fields.map((key) => [key, input.properties[key] ?? {}])),
      },
      required: [part],
      additionalProperties: false,
    },
  }
}
