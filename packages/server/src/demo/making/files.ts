import { operations } from '@octavo/contract/operations/registry'
import { drawPicture } from '../drawing/picture.ts'
import type { PictureContent, PlannedFile } from '../plan/attachments.ts'
import { timeText } from '../../time-text.ts'
import { allPages, ask, type MediaItem, type NewFile, type Site, upload } from './site.ts'

/** pictures that are drawn and stored at once */
const mostAtOnce = 4

/** Uploads the files, as far as they are not there; gives the media items by the keys of the plan. */
export async function makeFiles(
  site: Site,
  files: readonly PlannedFile[],
): Promise<ReadonlyMap<string, MediaItem>> {
  const made = await foundFiles(site, files)
  const missing = files.filter(({ key }) => !made.has(key)).values()
  const take = async (): Promise<void> => {
    for (const file of missing) made.set(file.key, await upload(site, await newFile(file), file.at))
  }
  // The database must not be closed under those that are still being stored.
  const outcomes = await Promise.allSettled(Array.from({ length: mostAtOnce }, take))
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  return made
}

/** What an earlier run has uploaded: nobody else's file has the same name and the same time. */
async function foundFiles(site: Site, files: readonly PlannedFile[]): Promise<Map<string, MediaItem>> {
  const present = await allPages((cursor) => ask(site, operations.media.list, { limit: 100, ...cursor }))
  const name = (filename: string, createdAt: string): string => `${createdAt} ${filename}`
  const byName = new Map(present.map((item) => [name(item.filename, item.createdAt), item]))
  return new Map(
    files.flatMap(({ key, filename, at }): [string, MediaItem][] => {
      const item = byName.get(name(filename, timeText(at)))
      return item === undefined ? [] : [[key, item]]
    }),
  )
}

async function newFile({ key, filename, alt, caption, content }: PlannedFile): Promise<NewFile> {
  const texts = { ...(alt !== undefined && { alt }), ...(caption !== undefined && { caption }) }
  if (content.kind === 'text') {
    return { filename, mimeType: content.mimeType, bytes: Buffer.from(content.text), texts }
  }
  return { filename, mimeType: 'image/jpeg', bytes: await renderPicture(key, content), texts }
}

/** A planned picture as JPEG. */
export async function renderPicture(key: string, { scene, ...size }: PictureContent): Promise<Buffer> {
  // Loaded here: those who look at the plan alone need none of it.
  const { default: sharp } = await import('sharp')
  return sharp(Buffer.from(drawPicture(key, scene, size)))
    .jpeg({ quality: 75 })
    .toBuffer()
}
