import type { DocumentedOperation } from '../openapi/model.ts'
import { onOneLine } from './types.ts'

/** An example request as a curl command that works when it is pasted into a shell. */
export interface CurlExample {
  /** the media type to request instead of JSON */
  readonly accept?: string
  readonly command: string
  /** shell variables besides TOKEN that the reader must set first */
  readonly variables: readonly string[]
}

/** The commands for an operation: one for JSON, and one for each alternative media type. */
export function curlExamples(
  operation: DocumentedOperation,
  { api, method, path }: { api: string; method: string; path: string },
): CurlExample[] {
  const address = addressOf(operation, api + path)
  const body = operation.requestBody?.content['application/json']?.example
  const bodyText = body === undefined ? undefined : formatted(body)
  const part = body === undefined ? filePartOf(operation) : undefined
  const credentials = credentialsOf(operation, method)
  // The shell replaces variables within double quotes only.
  const url = address.variables.length > 0 ? `"${address.url}"` : singleQuoted(address.url)
  // The first response is that of success, and its first media type JSON, which needs no `Accept` (undefined below).
  const [, ...others] = Object.keys(Object.values(operation.responses)[0]?.content ?? {})
  return [undefined, ...others].map((accept) => ({
    ...(accept !== undefined && { accept }),
    command: [
      `curl ${method === 'GET' ? '' : `-X ${method} `}${url}`,
      ...credentials,
      ...(accept === undefined ? [] : [`-H 'Accept: ${accept}'`]),
      ...(bodyText === undefined
        ? []
        : [`-H 'Content-Type: application/json'`, `-d ${withVariables(singleQuoted(bodyText))}`]),
      // Besides those for media, the only forms with a file are those for an import.
      ...(part === undefined
        ? []
        : [`-F '${part}=@${operation.tags.includes('media') ? 'harbour.jpg' : 'export.xml'}'`]),
    ].join(' \\\n  '),
    variables: [
      ...(credentials.some((header) => header.includes('$SESSION')) ? ['SESSION'] : []),
      ...address.variables,
      ...(bodyText === undefined ? [] : variablesIn(bodyText)),
    ],
  }))
}

/** The credential headers: a token if the operation accepts one, else the session cookie. */
function credentialsOf({ security }: DocumentedOperation, method: string): string[] {
  if (security.length === 0) return []
  if (security.some((way) => 'bearer' in way)) return ['-H "Authorization: Bearer $TOKEN"']
  return ['-H "Cookie: $SESSION"', ...(method === 'GET' ? [] : [`-H 'X-Octavo-Request: 1'`])]
}

/** The required file part of a form. */
function filePartOf({ requestBody }: DocumentedOperation): string | undefined {
  if (requestBody?.content['application/json'] !== undefined) return undefined
  return requestBody?.content['multipart/form-data']?.schema.required?.[0]
}

/** The address with example parameters; values that only the reader knows are shell variables. */
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

/** A body on one line if it is short, else with one line for each member. */
function formatted(body: unknown): string {
  const short = onOneLine(body)
  if (short.length <= 80 || typeof body !== 'object' || body === null) return short
  const members = Object.entries(body).map(([key, value]) => `  ${JSON.stringify(key)}: ${onOneLine(value)}`)
  return `{\n${members.join(',\n')}\n}`
}

/** a shell variable in an example, such as `$ID` */
const variablePattern = /\$([A-Z][A-Z_]+)/g

function variablesIn(text: string): string[] {
  return [...text.matchAll(variablePattern)].map(([, name = '']) => name)
}

/**
 * A single-quoted word with its variables double-quoted, so that the shell replaces them: `'{"id": "'"$ID"'"}'`.
 */
function withVariables(word: string): string {
  return word.replace(variablePattern, (name) => `'"${name}"'`)
}

/** A shell word, within which the shell replaces nothing. */
function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
