import { brokenCheck } from '../rules.ts'
import { checkTextSettings, noSettings, textValidation, textValue, type FieldType } from './field-type.ts'

export const string: FieldType = {
  name: 'string',
  summary: 'Text on one line.',
  column: 'TEXT',
  linksBy: 'address',
  comparedAs: 'text',
  searchedIn: 'value',
  encoding: () => 'text',
  isScalar: () => true,
  sortsFolded: true,
  validation: textValidation,
  options: noSettings,
  checkSettings: checkTextSettings,
  value: (field, environment) =>
    textValue(field, environment).refine((text) => !/[\n\r\u2028\u2029]/.test(text), brokenCheck('oneLine')),
  answered: () => ({ type: 'string' }),
  typescript: () => 'string',
  example: () => 'A line of text',
}
