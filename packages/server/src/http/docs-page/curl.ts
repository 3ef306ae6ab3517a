import type { DocumentedOperation } from '../openapi/model.ts'
import { onOneLine } from './types.ts'

/** One request of an operation as a curl command that works when it is pasted into a shell. */
export interface CurlExample {
  /** the media type that is asked for instead of JSON */
  readonly accept?: string
  readonly command: string
  /** shell variables besides TOKEN that the reader has to set first */
  readonly variables: readonly string[]
}

/** Commands for an operation: one, and one for each media type that can be answered instead of JSON. */
export function curlExamples(
  operation: DocumentedOperation,
  { api, method, path }: { api: string; method: string; path: string },
): CurlExample[] {
  const address = addressOf(operation, api + path)
  const body = operation.requestBody?.content['application/json']?.example
  const part = body === undefined ? filePartOf(operation) : undefined
  const [, ...others] = Object.keys(Object.values(operation.responses)[0]?.content ?? {})
  return [undefined, ...others].map((accept) => ({
    ...(accept !== undefined && { accept }),
    command: [
      `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(address.url, address.variables.length > 0)}`,
      ...(operation.security.length === 0 ? [] : ['-H "Authorization: Bearer $TOKEN"']),
      ...(accept === undefined ? [] : [`-H 'Accept: ${accept}'`]),
      ...(body === undefined
        ? []
        : [`-H 'Content-Type: application/json'`, `-d ${withVariables(quoted(written(body), false))}`]),
      ...(part === undefined ? [] : [`-F '${part}=@export.xml'`]),
    ].join(' \\\n  '),
    variables: [...address.variables, ...(body === undefined ? [] : variablesIn(written(body)))],
  }))
}

/** The part of a form that the operation cannot do without. */
function filePartOf({ requestBody }: DocumentedOperation): string | undefined {
  if (requestBody?.content['application/json'] !== undefined) return undefined
  return requestBody?.content['multipart/form-data']?.schema.required?.[0]
}

/** The address with the examples of its parameters; a shell variable for what only the reader can know. */
function addressOf(
  { parameters }: DocumentedOperation,
  template: string,
): { url: string; variables: string[] } {
  const variables: string[] = []
  const query = new URLSearchParams()
  let url = template
  for (const { name, in: place, example } of parameters) {
    if (place === 'path') {
      const variable = name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()
      if (example === undefined) variables.push(variable)
      url = url.replace(
        `{${name}}`,
        example === undefined ? `$${variable}` : encodeURIComponent(String(example)),
      )
    } else if (place === 'query' && example !== undefined) {
      query.set(name, String(example))
    }
  }
  return { url: query.size === 0 ? url : `${url}?${query}`, variables }
}

function written(body: unknown): string {
  const short = onOneLine(body)
  if (short.length <= 80 || typeof body !== 'object' || body === null) return short
  const members = Object.entries(body).map(([key, value]) => `  ${JSON.stringify(key)}: ${onOneLine(value)}`)
  return `{\n${members.join(',\n')}\n}`
}

const variable = /\$([A-Z][A-Z_]+)/g

function variablesIn(text: string): string[] {
  return [...text.matchAll(variable)].map(([, name = '']) => name)
}

/** A word in single quotes, its variables between them in double ones. */
function withVariables(word: string): string {
  return word.replace(variable, (name) => `'"${name}"'`)
}

/** A word of the shell; in double quotes only when a variable has to be put in. */
function quoted(text: string, hasVariables: boolean): string {
  return hasVariables ? `"${text}"` : `'${text.replaceAll("'", `'\\''`)}'`
}
