const kinds: readonly [RegExp, string][] = [
  [/\.(jpe?g|png|gif|webp|avif|bmp|ico|tiff?|heic|svg)$/i, 'image'],
  [/\.(mp3|m4a|ogg|oga|wav|flac|wma)$/i, 'audio'],
  [/\.(mp4|m4v|mov|webm|ogv|avi|wmv|mpe?g)$/i, 'video'],
]

/** The expected kind of a file by its extension, so that an HTML error page is not taken for an image. */
export function expectedKind(url: string): string | null {
  const path = URL.canParse(url) ? new URL(url).pathname : url
  return kinds.find(([ending]) => ending.test(path))?.[1] ?? null
}

/** The kind of a media type. Audio and video count as the same, because containers do not distinguish them. */
export function kindOfType(mimeType: string): string {
  const kind = mimeType.split('/', 1)[0] ?? ''
  if (mimeType === 'application/ogg') return 'audio'
  return kind
}
