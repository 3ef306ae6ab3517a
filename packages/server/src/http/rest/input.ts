import { controlShape } from '@octavo/contract/control-inputs'
import { controlNames } from '@octavo/contract/controls'
import type { Operation, RestBinding } from '@octavo/contract/define'
import type { Issue } from '@octavo/contract/errors'
import { placesOf } from '@octavo/contract/rest'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { invalidAt, OctavoError } from '../../platform/errors.ts'
import { boundParameters, unknownNames } from '../../platform/issues.ts'
import { bracketedName, structuredParameter } from './structured-input.ts'

type Values = Record<string, unknown>

interface ReadInput {
  readonly input: Values
  /** issues with unknown, repeated and misplaced input */
  readonly issues: readonly Issue[]
}

/** A function that builds the input of an operation from path, query, body and `Accept` of a request. */
export function inputReader(operation: Operation, rest: RestBinding): (request: FastifyRequest) => ReadInput {
  const { path, query, body: bodyKeys } = placesOf(operation, rest)
  const shape = { ...operation.input.shape, ...controlShape(operation) } as Record<string, z.core.$ZodType>
  // Controls that the operation does not take are passed on too: it refuses them with the reason.
  const queryKeys = [...new Set([...query, ...controlNames])]
  const textReaders = new Map(queryKeys.map((key) => [key, textReader(shape[key])]))
  // Parameters that are objects. A request with a body has its objects there.
  const structured = bodyKeys === null ? query.filter((key) => isStructured(operation.input.shape[key])) : []

  /** Adds the parameters of a query to the input; returns the issues with them. */
  const addQuery = (input: Values, parameters: Values): Issue[] => {
    // Throws for very many parameters, each of which could be reported.
    boundParameters(parameters)
    const isUnknown = (key: string): boolean =>
      !textReaders.has(key) && !structured.includes(bracketedName(key))
    const unknown = Object.keys(parameters).filter(isUnknown)
    const issues = unknownNames(unknown, { at: '', known: query }, (hinted) => ({
      message: `is not a query parameter here${hinted}`,
    }))
    for (const key of structured) {
      const result = structuredParameter(key, parameters)
      if (result === undefined) continue
      issues.push(...result.issues)
      if ('value' in result) input[key] = result.value
    }
    for (const [key, text] of Object.entries(parameters)) {
      if (structured.includes(bracketedName(key))) continue
      const readText = textReaders.get(key)
      if (Array.isArray(text)) issues.push({ path: key, message: timesGiven(text.length) })
      else if (readText !== undefined) input[key] = readText(text)
    }
    return issues
  }

  return (request) => {
    // What `Accept` sets comes first, then the query and the body; the names of the path come last and so always win.
    // The object has no prototype, so that the body key `__proto__` is an ordinary key, which is refused as unknown.
    const input: Values = { __proto__: null, ...alternativeOf(rest, request.headers.accept) }
    const parameters = request.query as Values
    const issues = Object.keys(parameters).length === 0 ? [] : addQuery(input, parameters)
    for (const [key, value] of Object.entries(bodyOf(request))) {
      if (path.includes(key))
        issues.push({ path: key, message: 'is in the path and must not be in the body' })
      else if (bodyKeys === null)
        issues.push({ path: key, message: `is in the body, but this ${rest.method} has no body` })
      else if (Object.hasOwn(input, key) && input[key] !== value)
        issues.push({ path: key, message: 'is in the query and in the body, with different values' })
      else input[key] = value
    }
    addNames(input, request)
    return { input, issues }
  }
}

function timesGiven(count: number): string {
  return `is given ${count === 2 ? 'twice' : `${count} times`}; give it once`
}

/** Adds the names in a path in their stored form (NFC). A name that cannot be stored matches nothing. */
function addNames(input: Values, { method, url, params }: FastifyRequest): void {
  const names = params as Record<string, string>
  for (const key of Object.keys(names)) {
    const name = names[key] ?? ''
    if (name.includes('\0') || !name.isWellFormed())
      throw new OctavoError(
        'NOT_FOUND',
        `There is no ${method} ${(url.split('?', 1)[0] ?? '').slice(0, 200)}.`,
      )
    input[key] = name.normalize('NFC')
  }
}

function bodyOf({ body }: FastifyRequest): Values {
  if (body === undefined) return {}
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalidAt('', 'the body must be a JSON object')
  return body as Values
}

/** The input that the requested media type sets, such as `format: 'csv'` for `text/csv`. */
function alternativeOf({ alternatives }: RestBinding, accept: string | undefined): Values {
  if (alternatives === undefined || accept === undefined) return {}
  const requested = Object.keys(alternatives).find((mediaType) => accept.includes(mediaType))
  return requested === undefined ? {} : { ...alternatives[requested] }
}

/**
 * A function that converts the text of a query for a schema: to a number or a boolean. Other text is left to the
 * schema.
 */
function textReader(schema: z.core.$ZodType | undefined): (text: unknown) => unknown {
  const inner = unwrapped(schema)
  if (inner instanceof z.ZodNumber) {
    return (text) => (typeof text === 'string' && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text)
  }
  if (inner instanceof z.ZodBoolean) {
    return (text) => (text === 'true' ? true : text === 'false' ? false : text)
  }
  return (text) => text
}

function isStructured(schema: z.core.$ZodType | undefined): boolean {
  return unwrapped(schema) instanceof z.ZodRecord
}

function unwrapped(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  let inner = schema
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodDefault || inner instanceof z.ZodNullable) {
    inner = inner.unwrap()
  }
  return inner
}
