import { z } from 'zod'
import { checkedList } from './checked-list.ts'
import { checkCrops } from './crops-in-text.ts'
import { noSettings, type FieldType } from './field-type.ts'

const named = { _type: z.string().min(1) }

const span = z.looseObject({ ...named, text: z.string().optional() })

/** A text block; other types of block may hold anything. */
const textBlock = z.looseObject({
  _type: z.literal('block'),
  style: z.string().optional(),
  children: checkedList(
    span.refine((child) => child._type !== 'span' || typeof child.text === 'string', 'a span needs its text'),
  ),
  markDefs: checkedList(z.looseObject(named)).optional(),
  /** the number that a list begins with, at its first entry; it also separates two lists of one kind */
  start: z.int().min(0).max(999_999_999).optional(),
  /** at the first entry of a list: its entries are paragraphs, with space between them */
  spread: z.boolean().optional(),
  /** nested blocks of a list entry: code, further paragraphs, quotes */
  content: checkedList(z.lazy((): z.ZodType<unknown> => block)).optional(),
})

const block: z.ZodType<{ [key: string]: unknown; _type: string }> = z
  .looseObject(named)
  .check(({ value, issues }) => {
    if (value._type !== 'block') return
    for (const issue of textBlock.safeParse(value).error?.issues ?? [])
      issues.push({ ...issue, input: value } as (typeof issues)[number])
  })

/** Rich text: validates what readers rely on, and keeps everything else unchanged. */
export const blocks = checkedList(block)
  .check(({ value, issues }) => checkCrops(value, issues))
  // `checkedList` hides the schema of the elements from the JSON Schema.
  .meta({
    items: { type: 'object', properties: { _type: { type: 'string', minLength: 1 } }, required: ['_type'] },
  })

export const portableText: FieldType<'portableText', 'json'> = {
  name: 'portableText',
  summary: 'Rich text: an array of blocks (Portable Text).',
  column: 'JSON',
  widerTypes: ['json'],
  linksBy: 'any',
  comparedAs: 'none',
  searchedIn: 'prose',
  holdsMedia: 'any',
  encoding: 'json',
  validation: noSettings,
  options: noSettings,
  value: () => blocks,
  answered: () => ({ type: 'array', items: { $ref: '#/$defs/PortableTextBlock' } }),
  typescript: () => 'PortableTextBlock[]',
  example: () => [{ _type: 'block', style: 'normal', children: [{ _type: 'span', text: 'A paragraph.' }] }],
}
