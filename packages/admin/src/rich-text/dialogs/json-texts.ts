import { problemText } from '../../ui/values/problem-text.ts'
import { Unread } from '../../ui/values/unread.ts'
import { isObject } from '../model/same.ts'
import type { FormField } from './json-schema.ts'

/** What is being written as JSON, until the form is sent. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Something in a form that cannot be sent as it stands there. */
export interface Unreadable {
  readonly path: string
  /** why; undefined for JSON */
  readonly message: string | undefined
}

/** The values of a form with its JSON read, and what of it is no value. */
export function readJsonTexts(
  fields: readonly FormField[],
  values: Readonly<Record<string, unknown>>,
  path = '',
): { value: Record<string, unknown>; unreadable: Unreadable[] } {
  const value: Record<string, unknown> = { ...values }
  const unreadable: Unreadable[] = []
  const add = (name: string, message?: string) => unreadable.push({ path: path + name, message })
  for (const { name, kind, schema, fields: inner } of fields) {
    const given = values[name]
    if (given instanceof JsonText) read(given.text, value, name, () => add(name))
    else if (given instanceof Unread) add(name, problemText(given.problem, schema.type === 'integer'))
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
