import { z } from 'zod'
import type { FieldType } from './field-type.ts'
import { noSettings } from './field-type.ts'
import { focalPoint, placeholder, variantWidths } from './media-values.ts'

/**
 * The value object of an image. Of a file of the media library only the id is stored, and the texts and the focal point
 * that the value has of its own; an answer completes the rest from the record.
 */
export const imageValue = z.strictObject({
  id: z.string().min(1),
  url: z.string().optional(),
  alt: z.string().optional(),
  width: z.int().min(0).optional(),
  height: z.int().min(0).optional(),
  placeholder: placeholder.optional(),
  focalPoint: focalPoint.optional(),
  variants: variantWidths.optional(),
})

export const image: FieldType = {
  name: 'image',
  summary:
    'An image: its media id; answers complete url, alt, width, height, placeholder, focalPoint and variants.',
  column: 'TEXT',
  linksBy: 'id',
  holdsMedia: 'image',
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
