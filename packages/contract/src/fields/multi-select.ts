import { z } from 'zod'
import { brokenCheck } from '../rules.ts'
import { noSettings, type FieldType } from './field-type.ts'
import { choices, choiceValidation, choiceValue, literals } from './select.ts'

export const multiSelect: FieldType = {
  name: 'multiSelect',
  summary: 'Any of the values in validation.options, each at most once.',
  column: 'JSON',
  encoding: () => 'json',
  isScalar: () => false,
  validation: choiceValidation,
  options: noSettings,
  value: (field) =>
    z
      .array(choiceValue(field))
      .refine((values) => new Set(values).size === values.length, brokenCheck('twice')),
  // Not `Array<…>`: a collection may be called so.
  typescript: (field) => `(${literals(field)})[]`,
  example: (field) => choices(field).slice(0, 2),
}
