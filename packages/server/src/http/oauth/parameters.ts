import { limits } from '@octavo/contract/limits'
import { OctavoError } from '../../platform/errors.ts'

/** The parameters of a request (RFC 6749, 3.1 and 3.2). */
export interface Parameters {
  /** the parameters that were given once, except `resource` */
  readonly values: Readonly<Record<string, string>>
  /** the only parameter that may be repeated (RFC 8707, 2) */
  readonly resource: readonly string[]
  /** other parameters that were repeated */
  readonly repeated: readonly string[]
}

/**
 * Sorts the parameters of a query, a form or a JSON object. As the RFCs require, a parameter without a value counts as
 * absent, and unknown parameters are ignored.
 */
export function parametersOf(source: unknown): Parameters {
  // Without a prototype, so that a parameter can have any name.
  const values: Record<string, string> = Object.create(null) as Record<string, string>
  const repeated: string[] = []
  let resource: readonly string[] = []
  const given = Object.entries(objectOf(source))
  if (given.length > limits.parameters) throw tooMany()
  for (const [name, value] of given) {
    const texts = textsOf(name, value)
    if (name === 'resource') resource = texts
    else if (texts.length > 1) repeated.push(name)
    else if (texts[0] !== undefined) values[name] = texts[0]
  }
  return { values, resource, repeated }
}

/** The values of a parameter, without empty ones. */
function textsOf(name: string, value: unknown): string[] {
  const given: unknown[] = Array.isArray(value) ? value : [value]
  const texts = given.filter((text) => text !== '' && text !== null && text !== undefined)
  if (texts.every((text) => typeof text === 'string')) return texts
  throw new OctavoError('VALIDATION_ERROR', `The parameter ${name.slice(0, 50)} must be text.`)
}

function objectOf(source: unknown): object {
  if (source === undefined || source === null) return {}
  if (typeof source === 'object' && !Array.isArray(source)) return source
  throw new OctavoError('VALIDATION_ERROR', 'The body must be a form or a JSON object.')
}

/** The parameters that are keys of an operation's input. */
export function inputFrom(
  { values, resource }: Parameters,
  { input: { shape } }: { readonly input: { readonly shape: object } },
): Record<string, unknown> {
  const known = Object.keys(shape).filter((name) => Object.hasOwn(values, name))
  return {
    ...Object.fromEntries(known.map((name) => [name, values[name]])),
    ...(Object.hasOwn(shape, 'resource') && { resource }),
  }
}

/** A form as an object; repeated names become lists. */
export function readForm(body: string): Record<string, string | string[]> {
  const form: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>
  refuseMany(body)
  for (const [name, value] of new URLSearchParams(body)) {
    const before = form[name]
    if (before === undefined) form[name] = value
    else if (Array.isArray(before)) before.push(value)
    else form[name] = [before, value]
  }
  return form
}

/** Throws VALIDATION_ERROR for a form with too many parameters; they are counted before they are decoded. */
function refuseMany(body: string): void {
  let count = 1
  for (let index = body.indexOf('&'); index !== -1; index = body.indexOf('&', index + 1)) {
    if (++count > limits.parameters) throw tooMany()
  }
}

function tooMany(): OctavoError {
  return new OctavoError(
    'VALIDATION_ERROR',
    `The request has too many parameters: at most ${limits.parameters} are allowed.`,
  )
}
