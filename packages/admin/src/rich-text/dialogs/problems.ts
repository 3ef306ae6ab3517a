import type { TFunction } from 'i18next'
import { isObject } from '../model/same.ts'
import type { FormField } from './json-schema.ts'
import type { Unreadable } from './json-texts.ts'

/** Problems of a form, by the path of the field. */
export type Problems = ReadonlyMap<string, string>

type Translate = TFunction<'richText'>

/**
 * Finds the problems of a form that need no request. The service also checks patterns and the rules of plugins when the
 * item is saved; those issues are shown at the block.
 */
export function problemsOf(
  fields: readonly FormField[],
  values: Readonly<Record<string, unknown>>,
  unreadable: readonly Unreadable[],
  t: Translate,
): Problems {
  const problems = new Map(unreadable.map(({ path, message }) => [path, message ?? t('form.notJson')]))
  check({ fields, values, path: '', problems, t })
  return problems
}

interface CheckedFields {
  readonly fields: readonly FormField[]
  readonly values: Readonly<Record<string, unknown>>
  /** of the object that has the fields: empty, or ending with a dot */
  readonly path: string
  /** the problems found so far, to which `check` adds */
  readonly problems: Map<string, string>
  readonly t: Translate
}

function check({ fields, values, path, problems, t }: CheckedFields): void {
  for (const field of fields) {
    const { name, isRequired, kind } = field
    const value = values[name]
    const fieldPath = path + name
    if (problems.has(fieldPath)) continue
    if (kind === 'group' && isObject(value))
      check({ fields: field.fields, values: value, path: `${fieldPath}.`, problems, t })
    else if (value === undefined || value === '') {
      if (isRequired) problems.set(fieldPath, t('form.required'))
    } else {
      const problem = problemOf(field, value, t)
      if (problem !== null) problems.set(fieldPath, problem)
    }
  }
}

function problemOf({ kind, schema }: FormField, value: unknown, t: Translate): string | null {
  const { minimum, maximum, maxLength } = schema
  if (typeof value === 'number') {
    if (typeof minimum === 'number' && value < minimum) return t('form.least', { least: minimum })
    if (typeof maximum === 'number' && value > maximum) return t('form.most', { most: maximum })
    if (schema.type === 'integer' && !Number.isInteger(value)) return t('form.whole')
  }
  if (typeof value !== 'string') return null
  if (typeof maxLength === 'number' && value.length > maxLength)
    return t('form.tooLong', { count: maxLength })
  return kind === 'url' && !URL.canParse(value) ? t('form.url') : null
}
