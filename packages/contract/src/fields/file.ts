import { z } from 'zod'
import { noSettings, type FieldType } from './field-type.ts'

/** The value object of a file; answers take its other members from the media library. */
export const fileValue = z.strictObject({
  id: z.string().min(1),
  url: z.string().optional(),
  filename: z.string().optional(),
  mimeType: z.string().optional(),
  size: z.int().min(0).optional(),
})

export const file: FieldType<'file', never> = {
  name: 'file',
  summary: 'A file: its media id; answers complete url, filename, mimeType and size.',
  column: 'TEXT',
  widerTypes: [],
  linksBy: 'id',
  comparedAs: 'media',
  searchedIn: 'prose',
  holdsMedia: 'file',
  encoding: 'json',
  validation: noSettings,
  options: noSettings,
  value: () => fileValue,
  answered: () => ({ $ref: '#/$defs/FileValue' }),
  typescript: () => 'FileValue',
  example: () => ({ id: '01JZZZZZZZZZZZZZZZZZZZZZZZ', filename: 'minutes.pdf' }),
}
