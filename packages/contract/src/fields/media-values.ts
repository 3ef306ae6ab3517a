import { z } from 'zod'
import { isWithinPicture, roundedPart, smallestCrop } from '../crop.ts'

/** Where the subject of an image is: parts of its width from the left and of its height from the top. */
export const focalPoint = z
  .strictObject({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) })
  .meta({ description: 'parts of the width from the left and of the height from the top' })

export type FocalPoint = z.output<typeof focalPoint>

const start = z.number().min(0).max(1).overwrite(roundedPart)
const length = z.number().min(smallestCrop).max(1).overwrite(roundedPart)

/** Which part of a picture one use of it shows. */
export const crop = z
  .strictObject({ x: start, y: start, width: length, height: length })
  .refine(isWithinPicture, 'must end within the picture: x + width and y + height are at most 1')
  .meta({
    description:
      'the part that is shown, as parts of the width and height of the whole picture; in answers `url`, size, placeholder and focal point are those of the part',
  })

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
