import { z } from 'zod'
import { noSettings, type FieldType } from './field-type.ts'

/** A field without structure; with `options.widget`, `structure.ts` defines its type (a group, a list or blocks). */
export const json: FieldType<'json', never> = {
  name: 'json',
  summary: 'Any JSON, stored as given.',
  column: 'JSON',
  widerTypes: [],
  linksBy: 'any',
  comparedAs: 'none',
  searchedIn: 'texts',
  encoding: 'json',
  validation: noSettings,
  options: noSettings,
  value: () => z.unknown(),
  answered: () => ({}),
  typescript: () => 'unknown',
  example: () => ({ any: ['JSON', 1, true] }),
}
