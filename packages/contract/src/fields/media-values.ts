import { z } from 'zod'

/** Where the subject of an image is: parts of its width from the left and of its height from the top. */
export const focalPoint = z
  .strictObject({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) })
  .meta({ description: 'parts of the width from the left and of the height from the top' })

export type FocalPoint = z.output<typeof focalPoint>

/** A thumbhash in base64: at most 25 bytes. */
export const placeholder = z
  .string()
  .max(64)
  .meta({ description: 'thumbhash (base64) of an image, to show while it loads' })

/** The widths of the variants that everybody may request of an image. */
export const variantWidths = z
  .array(z.int().min(1))
  .max(20)
  .meta({ description: 'widths that `w` in the query of `url` can ask for; no image is enlarged' })
