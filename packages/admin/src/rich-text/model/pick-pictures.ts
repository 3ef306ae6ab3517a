import type { PickedMedia, RichTextProps } from '../types.ts'

/** Asks for pictures; none when nothing was chosen. */
export type PickPictures = () => Promise<readonly PickedMedia[]>

/** Several pictures at once where the place around offers that, else one at a time. */
export function pickPicturesOf({
  pickMedia,
  pickMany,
}: Pick<RichTextProps, 'pickMedia' | 'pickMany'>): PickPictures | undefined {
  if (pickMany !== undefined) return pickMany
  if (pickMedia === undefined) return undefined
  return async () => {
    const picked = await pickMedia()
    return picked === null ? [] : [picked]
  }
}
