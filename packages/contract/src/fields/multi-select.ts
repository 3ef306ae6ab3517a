import { limits } from '../limits.ts'
import { brokenCheck } from '../rules.ts'
import { checkedList } from './checked-list.ts'
import type { FieldType } from './field-type.ts'
import { checkLabels, choiceOptions, choices, choiceValidation, choiceValue, literals } from './select.ts'

export const multiSelect: FieldType<'multiSelect', never> = {
  name: 'multiSelect',
  summary: 'Any of the values in validation.options, each at most once.',
  column: 'JSON',
  widerTypes: [],
  linksBy: null,
  comparedAs: 'choice',
  searchedIn: 'texts',
  isList: true,
  encoding: 'json',
  validation: choiceValidation,
  options: choiceOptions,
  checkSettings: checkLabels,
  value: (field) =>
    checkedList(choiceValue(field), limits.options).refine(
      (values) => new Set(values).size === values.length,
      brokenCheck('twice'),
    ),
  answered: (field) => ({ type: 'array', items: { type: 'string', enum: choices(field) } }),
  // Not `Array<…>`: the generated type of a collection can have the name `Array`.
  typescript: (field) => `(${literals(field)})[]`,
  example: (field) => choices(field).slice(0, 2),
}
