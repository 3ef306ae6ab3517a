import { z } from 'zod'
import type { FieldType } from './field-type.ts'
import { noSettings } from './field-type.ts'

/** The value object of an image, as stored. */
export const imageValue = z.strictObject({
  id: z.string().min(1),
  url: z.string().optional(),
  alt: z.string().optional(),
  width: z.int().min(0).optional(),
  height: z.int().min(0).optional(),
})

export const image: FieldType = {
  name: 'image',
  summary: 'An image: its media id, with url, alt, width and height.',
  column: 'TEXT',
  linksBy: 'id',
  comparedAs: 'media',
  searchedIn: 'prose',
  encoding: () => 'json',
  isScalar: () => false,
  validation: noSettings,
  options: z.strictObject({
    showPreview: z.boolean().optional().describe('show the image in the editor; true unless said'),
  }),
  value: () => imageValue,
  typescript: () => 'ImageValue',
  example: () => ({ id: '01JZZZZZZZZZZZZZZZZZZZZZZZ', alt: 'What the image shows' }),
}
