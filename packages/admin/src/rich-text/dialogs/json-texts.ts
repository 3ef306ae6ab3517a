import { readJson } from '../../ui/values/json-text.ts'
import { problemText } from '../../ui/values/problem-text.ts'
import { Unread } from '../../ui/values/unread.ts'
import { isObject } from '../model/same.ts'
import type { FormField } from './json-schema.ts'

/** The JSON text of a control, until the form is sent. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** A value in a form that cannot be sent. */
export interface Unreadable {
  readonly path: string
  /** why it is invalid; undefined for text that is not JSON */
  readonly message: string | undefined
}

/** The values of a form with their JSON parsed, and those that are invalid: JSON, and numbers (`Unread`). */
export function readJsonTexts(
  fields: readonly FormField[],
  values: Readonly<Record<string, unknown>>,
  path = '',
): { value: Record<string, unknown>; unreadable: Unreadable[] } {
  const value: Record<string, unknown> = { ...values }
  const unreadable: Unreadable[] = []
  const add = (name: string, message?: string) => unreadable.push({ path: path + name, message })
  for (const { name, kind, schema, fields: inner } of fields) {
    const input = values[name]
    if (input instanceof JsonText) parseInto(input.text, value, name, (message) => add(name, message))
    else if (input instanceof Unread) add(name, problemText(input.problem, schema.type === 'integer'))
    else if (kind === 'group' && isObject(input)) {
      const nested = readJsonTexts(inner, input, `${path}${name}.`)
      value[name] = nested.value
      unreadable.push(...nested.unreadable)
    }
  }
  return { value, unreadable }
}

/** Parses the JSON text of one value into the values of the form. */
function parseInto(
  text: string,
  into: Record<string, unknown>,
  name: string,
  onFailure: (message: string | undefined) => void,
): void {
  const reading = readJson(text)
  if ('problem' in reading) onFailure(reading.problem === 'json' ? undefined : problemText(reading.problem))
  else if (text.trim() === '') delete into[name]
  else into[name] = reading.value
}
