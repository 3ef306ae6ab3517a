/**
 * Alternative texts: `null` says that nobody has described an image yet, and an empty text that there is nothing to
 * describe, because the image is decoration.
 */

export function isDecoration(alt: string | null | undefined): boolean {
  return alt === ''
}

/** Whether somebody should describe a file: it is an image that has no text and is no decoration. */
export function lacksAlt({
  mimeType,
  alt,
}: {
  readonly mimeType: string
  readonly alt: string | null
}): boolean {
  return mimeType.startsWith('image/') && alt === null
}

/** The text to store for what a person wrote. Only an empty text makes a decoration; spaces alone become null. */
export function writtenAlt(alt: string | null): string | null {
  return isDecoration(alt) ? '' : alt?.trim() || null
}
