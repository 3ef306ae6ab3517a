import type { Client } from '@octavo/client/session-client'

export type MediaItem = Awaited<ReturnType<Client['media']['get']>>['item']

export const mediaKinds = ['image', 'video', 'audio', 'document'] as const
export type MediaKind = (typeof mediaKinds)[number]

/** How the types of each kind begin; everything that people read, edit or pack is a document. */
const beginnings: Readonly<Record<MediaKind, readonly string[]>> = {
  image: ['image/'],
  video: ['video/'],
  audio: ['audio/'],
  document: ['application/', 'text/'],
}

/** What a list of one kind asks for, or undefined for all kinds. */
export function typesOf(kind: MediaKind | undefined): string | undefined {
  return kind && beginnings[kind].join(',')
}

export function isMediaKind(value: string | undefined): value is MediaKind {
  return mediaKinds.some((kind) => kind === value)
}

export function kindOf(mimeType: string): MediaKind | 'other' {
  return mediaKinds.find((kind) => beginnings[kind].some((start) => mimeType.startsWith(start))) ?? 'other'
}

/** Whether an item would be in a list of one kind and with a part of the name. */
export function isListed(item: MediaItem, kind: MediaKind | undefined, q: string): boolean {
  return (
    (kind === undefined || kindOf(item.mimeType) === kind) &&
    item.filename.toLowerCase().includes(q.toLowerCase())
  )
}

/** The address on the origin that the person is at, which is the only one that this page may show files of. */
export function pathOf({ url }: Pick<MediaItem, 'url'>): string {
  return new URL(url, location.origin).pathname
}
