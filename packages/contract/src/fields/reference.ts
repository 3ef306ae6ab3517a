import { z } from 'zod'
import { limits } from '../limits.ts'
import { isId } from '../slug.ts'
import { checkedList } from './checked-list.ts'
import type { FieldSettings, FieldType } from './field-type.ts'
import { noSettings } from './field-type.ts'

const id = z.string().refine(isId, 'must be the id of an item')

function takesSeveral(field: FieldSettings): boolean {
  return field.options['allowMultiple'] === true
}

export const reference: FieldType<'reference', never> = {
  name: 'reference',
  summary: 'The id of an item of options.collection; with options.allowMultiple an array of ids.',
  column: 'TEXT',
  widerTypes: [],
  linksBy: 'id',
  comparedAs: 'item',
  searchedIn: null,
  isList: { whereOption: 'allowMultiple' },
  encoding: 'text',
  validation: noSettings,
  options: z.strictObject({
    collection: z
      .string('options.collection must name the collection that is referred to')
      .describe('slug of the collection that is referred to'),
    allowMultiple: z.boolean().optional().describe('several items instead of one; false by default'),
  }),
  value: (field) =>
    takesSeveral(field)
      ? checkedList(id, limits.references).refine(
          (ids) => new Set(ids).size === ids.length,
          'must not name an item twice',
        )
      : id,
  answered: (field) => {
    const { collection } = field.options
    const description = collection === undefined ? 'id of an item' : `id of an item of ${String(collection)}`
    const one = { type: 'string', description } as const
    return takesSeveral(field) ? { type: 'array', items: one } : one
  },
  typescript: (field) => {
    const { collection } = field.options
    const type = collection === undefined ? 'string' : `Reference<${JSON.stringify(collection)}>`
    return takesSeveral(field) ? `${type}[]` : type
  },
  example: (field) => (takesSeveral(field) ? ['01JZZZZZZZZZZZZZZZZZZZZZZZ'] : '01JZZZZZZZZZZZZZZZZZZZZZZZ'),
}
