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
  /** issues with misplaced input */
  readonly issues: readonly Issue[]
}

/** Builds the input of an operation from path, query, body and Accept. */
export function inputReader(operation: Operation, rest: RestBinding): (request: FastifyRequest) => ReadInput {
  const { path, query, body: ofBody } = placesOf(operation, rest)
  const shape = { ...operation.input.shape, ...controlShape(operation) } as Record<string, z.core.$ZodType>
  // Controls that the operation does not take come along too, so that the answer says why.
  const askable = [...new Set([...query, ...controlNames])]
  const fromText = new Map(askable.map((key) => [key, textReader(shape[key])]))
  const structured = ofBody === null ? query.filter((key) => isStructured(operation.input.shape[key])) : []

  /** Adds the parameters of a query to the input; returns the issues with them. */
  const addQuery = (input: Values, asked: Values): Issue[] => {
    boundParameters(asked)
    const isUnknown = (key: string): boolean => !fromText.has(key) && !structured.includes(bracketedName(key))
    const unknown = Object.keys(asked).filter(isUnknown)
    const issues = unknownNames(unknown, { at: '', known: query }, (hinted) => ({
      message: `is not a query parameter here${hinted}`,
    }))
    for (const key of structured) {
      const read = structuredParameter(key, asked)
      if (read === undefined) continue
      issues.push(...read.issues)
      if ('value' in read) input[key] = read.value
    }
    for (const [key, text] of Object.entries(asked)) {
      if (structured.includes(bracketedName(key))) continue
      const read = fromText.get(key)
      if (Array.isArray(text)) issues.push({ path: key, message: timesGiven(text.length) })
      else if (read !== undefined) input[key] = read(text)
    }
    return issues
  }

  return (request) => {
    // Without a prototype, so that the body key `__proto__` stays an ordinary key and is refused as unknown.
    const input: Values = { __proto__: null, ...alternativeOf(rest, request.headers.accept) }
    const asked = request.query as Values
    const issues = Object.keys(asked).length === 0 ? [] : addQuery(input, asked)
    for (const [key, value] of Object.entries(bodyOf(request))) {
      if (path.includes(key))
        issues.push({ path: key, message: 'is in the path and must not be in the body' })
      else if (ofBody === null)
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

function alternativeOf({ alternatives }: RestBinding, accept: string | undefined): Values {
  if (alternatives === undefined || accept === undefined) return {}
  const wanted = Object.keys(alternatives).find((mediaType) => accept.includes(mediaType))
  return wanted === undefined ? {} : { ...alternatives[wanted] }
}

/** Values in a query are text, so numbers and booleans are parsed from it. Everything else is left to the schema. */
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
