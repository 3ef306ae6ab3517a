import { isObject } from '../model/same.ts'
import type { FormField } from './json-schema.ts'

/** What is being written as JSON, until the form is sent. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** The values of a form with its JSON read; the paths of what is none. */
export function readJsonTexts(
  fields: readonly FormField[],
  values: Readonly<Record<string, unknown>>,
  path = '',
): { value: Record<string, unknown>; unreadable: string[] } {
  const value: Record<string, unknown> = { ...values }
  const unreadable: string[] = []
  for (const { name, kind, fields: inner } of fields) {
    const given = values[name]
    if (given instanceof JsonText) read(given.text, value, name, () => unreadable.push(path + name))
    else if (kind === 'group' && isObject(given)) {
      const nested = readJsonTexts(inner, given, `${path}${name}.`)
      value[name] = nested.value
      unreadable.push(...nested.unreadable)
    }
  }
  return { value, unreadable }
}

function read(text: string, into: Record<string, unknown>, name: string, onFailure: () => void): void {
  if (text.trim() === '') {
    delete into[name]
    return
  }
  try {
    into[name] = JSON.parse(text) as unknown
  } catch {
    onFailure()
  }
}
