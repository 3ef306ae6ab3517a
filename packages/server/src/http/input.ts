import type { Operation, RestBinding } from '@octavo/contract/define'
import { hint } from '@octavo/contract/nearest'
import type { Issue } from '@octavo/contract/errors'
import { placesOf } from '@octavo/contract/rest'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { invalidAt } from '../errors.ts'

type Values = Record<string, unknown>

interface ReadInput {
  readonly input: Values
  /** what stands where it does not belong */
  readonly issues: readonly Issue[]
}

/** Puts the input of an operation together from where REST carries it: path, query, body, Accept. */
export function inputReader(operation: Operation, rest: RestBinding): (request: FastifyRequest) => ReadInput {
  const { path, query, body: ofBody } = placesOf(operation, rest)
  const fromText = new Map(query.map((key) => [key, textReader(operation.input.shape[key])]))

  return (request) => {
    // Without a prototype: a body's key `__proto__` stays a key, and is refused like any other that is not known.
    const input: Values = { __proto__: null, ...alternativeOf(rest, request.headers.accept) }
    const issues: Issue[] = []
    for (const [key, text] of Object.entries(request.query as Values)) {
      const read = fromText.get(key)
      if (read === undefined)
        issues.push({ path: key, message: `is not a query parameter here${hint(key, query)}` })
      else input[key] = read(text)
    }
    for (const [key, value] of Object.entries(bodyOf(request))) {
      if (path.includes(key))
        issues.push({ path: key, message: 'stands in the path and must not stand in the body' })
      else if (ofBody === null)
        issues.push({ path: key, message: `stands in the body, and a ${rest.method} has none here` })
      else if (Object.hasOwn(input, key) && input[key] !== value)
        issues.push({ path: key, message: 'stands in the query and in the body, with different values' })
      else input[key] = value
    }
    return { input: Object.assign(input, request.params), issues }
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

/** Only a query is text all over: there, numbers and booleans are read from it. Anything else is left to the schema. */
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

function unwrapped(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  let inner = schema
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodDefault || inner instanceof z.ZodNullable) {
    inner = inner.unwrap()
  }
  return inner
}
