import { basename, extname } from 'node:path'
import { operations } from '@octavo/contract/operations/registry'
import { timeText } from '@octavo/server/platform/time-text'
import { timeAt } from '../content/calendar.ts'
import { type DemoFile, demoFiles, readContentFile } from '../content/site-files.ts'
import { allPages, ask, type MediaItem, type Site, upload } from './site.ts'

/** files that are stored at once */
const concurrency = 4

const mimeTypes: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.csv': 'text/csv',
  '.txt': 'text/plain',
  '.wav': 'audio/wav',
}

/** Uploads the missing files; returns the media items by the paths of the files. */
export async function makeFiles(site: Site, now: Date): Promise<ReadonlyMap<string, MediaItem>> {
  const made = await foundFiles(site, now)
  // One iterator for all workers: each takes the next file, so that no file is uploaded twice.
  const missing = demoFiles.filter(({ path }) => !made.has(path)).values()
  const uploadMissing = async (): Promise<void> => {
    for (const file of missing) made.set(file.path, await uploadFile(site, file, now))
  }
  // The database must not be closed while files are still being stored.
  const outcomes = await Promise.allSettled(Array.from({ length: concurrency }, uploadMissing))
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  return made
}

/** Finds the files that an earlier run has uploaded, by name and time. */
async function foundFiles(site: Site, now: Date): Promise<Map<string, MediaItem>> {
  const present = await allPages((cursor) => ask(site, operations.media.list, { limit: 100, ...cursor }))
  const byName = new Map(present.map((item) => [`${item.createdAt} ${item.filename}`, item]))
  return new Map(
    demoFiles.flatMap(({ path, at }): [string, MediaItem][] => {
      const item = byName.get(`${timeText(timeAt(at, now))} ${basename(path)}`)
      return item === undefined ? [] : [[path, item]]
    }),
  )
}

function uploadFile(site: Site, { path, at, ...texts }: DemoFile, now: Date): Promise<MediaItem> {
  const mimeType = mimeTypes[extname(path)]
  if (mimeType === undefined) throw new Error(`The demo knows no type of file for ${path}.`)
  const file = { filename: basename(path), mimeType, bytes: readContentFile(path), texts }
  return upload(site, file, timeAt(at, now))
}
