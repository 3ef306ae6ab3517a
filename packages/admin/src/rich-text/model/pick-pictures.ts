import type { PickedMedia, RichTextProps } from '../types.ts'

/** Lets the person choose images; an empty list if they cancel. */
export type PickPictures = () => Promise<readonly PickedMedia[]>

/** Several images at once if the parent supports it, otherwise one at a time; undefined if it has no media library. */
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
