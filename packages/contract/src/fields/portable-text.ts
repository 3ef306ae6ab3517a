import { z } from 'zod'
import { noSettings, type FieldType } from './field-type.ts'

const named = { _type: z.string().min(1) }

const span = z.looseObject({ ...named, text: z.string().optional() })

/** A text block; other types of block may hold anything. */
const textBlock = z.looseObject({
  _type: z.literal('block'),
  style: z.string().optional(),
  children: z.array(
    span.refine((child) => child._type !== 'span' || typeof child.text === 'string', 'a span needs its text'),
  ),
  markDefs: z.array(z.looseObject(named)).optional(),
})

/** Rich text: checks what a reader relies on and keeps all else as given. */
export const blocks = z.array(
  z.looseObject(named).check(({ value, issues }) => {
    if (value._type !== 'block') return
    for (const issue of textBlock.safeParse(value).error?.issues ?? []) {
      issues.push({ code: 'custom', message: issue.message, path: issue.path, input: value })
    }
  }),
)

export const portableText: FieldType = {
  name: 'portableText',
  summary: 'Rich text: an array of blocks (Portable Text).',
  column: 'JSON',
  encoding: () => 'json',
  isScalar: () => false,
  validation: noSettings,
  options: noSettings,
  value: () => blocks,
  typescript: () => 'PortableTextBlock[]',
  example: () => [{ _type: 'block', style: 'normal', children: [{ _type: 'span', text: 'A paragraph.' }] }],
}
