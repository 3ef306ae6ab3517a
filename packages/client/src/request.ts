import type { Route } from './routes.ts'
import { segment } from './segment.ts'
import { refuseOmitted, valueText } from './value-text.ts'

type Input = Readonly<Record<string, unknown>>

/** The HTTP request of one call; `path` is relative to the API and includes the query. */
export interface Outgoing {
  readonly method: string
  readonly path: string
  /** JSON, a form with a file, or null */
  readonly body: string | FormData | null
}

/** Makes the function that places an operation's input in path, query and body as its definition says. */
export function requestWriter({
  method,
  path,
  inPath,
  inQuery,
  hasBody,
  upload,
}: Route): (input: Input, file?: Blob) => Outgoing {
  return (input, file) => {
    const others = Object.entries(input).filter(
      ([key, value]) => value !== undefined && !inPath.includes(key),
    )
    // Unknown keys are sent too, because the service refuses them by name.
    const queryEntries = others.filter(([key]) => !hasBody || inQuery.includes(key))
    const bodyEntries = others.filter((entry) => !queryEntries.includes(entry))
    // JSON omits values such as undefined. In a filter that would be a missing predicate, so that more items change.
    for (const [key, value] of bodyEntries) if (key === 'where') refuseOmitted(key, value)
    return {
      method,
      path: path.replace(/:(\w+)/g, (_, key: string) => segment(key, input[key])) + searchOf(queryEntries),
      body:
        upload !== undefined && file !== undefined
          ? formOf(bodyEntries, upload.part, file)
          : jsonOf(bodyEntries),
    }
  }
}

function jsonOf(entries: readonly (readonly [string, unknown])[]): string | null {
  return entries.length === 0 ? null : JSON.stringify(Object.fromEntries(entries))
}

function formOf(entries: readonly (readonly [string, unknown])[], part: string, file: Blob): FormData {
  const form = new FormData()
  for (const [key, value] of entries) form.append(key, String(value))
  form.append(part, file)
  return form
}

function searchOf(entries: readonly (readonly [string, unknown])[]): string {
  const search = new URLSearchParams()
  for (const [key, value] of entries) {
    for (const one of Array.isArray(value) ? value : [value]) search.append(key, valueText(key, one))
  }
  return search.size === 0 ? '' : `?${search}`
}
