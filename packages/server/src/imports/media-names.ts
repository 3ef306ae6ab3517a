/** the extension of a file → its kind */
const kinds: readonly [RegExp, string][] = [
  [/\.(jpe?g|png|gif|webp|avif|bmp|ico|tiff?|heic|svg)$/i, 'image'],
  [/\.(mp3|m4a|ogg|oga|wav|flac|wma)$/i, 'audio'],
  [/\.(mp4|m4v|mov|webm|ogv|avi|wmv|mpe?g)$/i, 'video'],
]

/**
 * The expected kind of a file by its extension, so that an HTML error page is not taken for an image; null for files of
 * other kinds, of which anything is accepted.
 */
export function expectedKind(url: string): string | null {
  const path = URL.canParse(url) ? new URL(url).pathname : url
  return kinds.find(([ending]) => ending.test(path))?.[1] ?? null
}

/** Kinds that one container can have, so that neither its bytes nor its extension tell them apart. */
const playable: readonly string[] = ['audio', 'video']

/** Whether a media type is of a kind. Audio and video count as the same. */
export function isOfKind(mimeType: string, kind: string): boolean {
  const found = mimeType === 'application/ogg' ? 'audio' : (mimeType.split('/', 1)[0] ?? '')
  return found === kind || (playable.includes(found) && playable.includes(kind))
}
