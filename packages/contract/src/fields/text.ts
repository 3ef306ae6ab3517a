import { z } from 'zod'
import { limits } from '../limits.ts'
import { checkTextSettings, textValidation, textValue, type FieldType } from './field-type.ts'

export const text: FieldType<'text', never> = {
  name: 'text',
  summary: 'Text on several lines.',
  column: 'TEXT',
  widerTypes: [],
  linksBy: 'address',
  comparedAs: 'text',
  searchedIn: 'value',
  encoding: 'text',
  sortsFolded: true,
  namesItems: true,
  mostCharacters: limits.textValue,
  validation: textValidation,
  options: z.strictObject({
    rows: z.int().min(1).max(100).optional().describe('lines shown in the editor; 3 by default'),
  }),
  checkSettings: checkTextSettings,
  value: textValue,
  answered: () => ({ type: 'string' }),
  typescript: () => 'string',
  example: () => 'Text that may go\nover several lines',
}
