import { z } from 'zod'
import type { FieldType } from './field-type.ts'
import { noSettings } from './field-type.ts'
import { crop, focalPoint, placeholder, variantWidths } from './media-values.ts'

/**
 * The value object of an image. Its texts, its focal point and its crop can be its own; an answer takes the rest from
 * the record in the media library.
 */
export const imageValue = z.strictObject({
  id: z.string().min(1),
  url: z.string().optional(),
  alt: z.string().optional(),
  caption: z.string().optional(),
  width: z.int().min(0).optional(),
  height: z.int().min(0).optional(),
  placeholder: placeholder.optional(),
  focalPoint: focalPoint.optional(),
  variants: variantWidths.optional(),
  crop: crop.optional(),
})

export const image: FieldType<'image', never> = {
  name: 'image',
  summary:
    'An image: its media id, and for this use alone alt, caption, focalPoint and crop; answers complete url, alt, width, height, placeholder, focalPoint and variants.',
  column: 'TEXT',
  widerTypes: [],
  linksBy: 'id',
  comparedAs: 'media',
  searchedIn: 'prose',
  holdsMedia: 'image',
  encoding: 'json',
  validation: noSettings,
  options: z.strictObject({
    showPreview: z.boolean().optional().describe('show the image in the editor; true by default'),
  }),
  value: () => imageValue,
  answered: () => ({ $ref: '#/$defs/ImageValue' }),
  typescript: () => 'ImageValue',
  example: () => ({ id: '01JZZZZZZZZZZZZZZZZZZZZZZZ', alt: 'What the image shows' }),
}
