import type { Client } from '@octavo/client/session-client'

export type MediaItem = Awaited<ReturnType<Client['media']['get']>>['item']

export const mediaKinds = ['image', 'video', 'audio', 'document'] as const
export type MediaKind = (typeof mediaKinds)[number]

/** The MIME types of each kind, by their beginnings; documents include text, office files and archives. */
const typePrefixes: Readonly<Record<MediaKind, readonly string[]>> = {
  image: ['image/'],
  video: ['video/'],
  audio: ['audio/'],
  document: ['application/', 'text/'],
}

/** The filter of the service for the MIME types of a kind, such as `application/,text/`; undefined for all kinds. */
export function typesOf(kind: MediaKind | undefined): string | undefined {
  return kind && typePrefixes[kind].join(',')
}

export function isMediaKind(value: string | undefined): value is MediaKind {
  return mediaKinds.some((kind) => kind === value)
}

export function kindOf(mimeType: string): MediaKind | 'other' {
  return (
    mediaKinds.find((kind) => typePrefixes[kind].some((prefix) => mimeType.startsWith(prefix))) ?? 'other'
  )
}

export function isImage({ mimeType }: Pick<MediaItem, 'mimeType'>): boolean {
  return mimeType.startsWith('image/')
}

/** The path of a file. It is loaded from the origin of this page, the only one that the page may load files from. */
export function pathOf({ url }: Pick<MediaItem, 'url'>): string {
  return new URL(url, location.origin).pathname
}
