import { OctavoError } from '../errors.ts'

/** The parameters of a request (RFC 6749, 3.1 and 3.2). */
export interface Parameters {
  readonly values: Readonly<Record<string, string>>
  /** the only one that may come more than once (RFC 8707, 2) */
  readonly resource: readonly string[]
  /** others that did nevertheless */
  readonly repeated: readonly string[]
}

/**
 * Sorts what came in a query, a form or a JSON object. A parameter without a value counts as left out, and those that
 * nobody knows are passed over, as the RFCs ask.
 */
export function parametersOf(source: unknown): Parameters {
  const values: Record<string, string> = Object.create(null) as Record<string, string>
  const repeated: string[] = []
  let resource: readonly string[] = []
  for (const [name, value] of Object.entries(objectOf(source))) {
    const texts = textsOf(name, value)
    if (name === 'resource') resource = texts
    else if (texts.length > 1) repeated.push(name)
    else if (texts[0] !== undefined) values[name] = texts[0]
  }
  return { values, resource, repeated }
}

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

/** The keys of an operation's input, out of parameters that may be more. */
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

/** A form as an object, its repeated names as lists. */
export function readForm(body: string): Record<string, string | string[]> {
  const form: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>
  for (const [name, value] of new URLSearchParams(body)) {
    const before = form[name]
    form[name] = before === undefined ? value : [before, value].flat()
  }
  return form
}
