import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inRoot } from '../launcher/paths.mjs'

export const bundleFolder = inRoot('packages', 'cli', 'bundle')

/** Names the files of the last build: those of builds before may be there as well. */
export const bundleRecord = join(bundleFolder, '.files')

/** The files of the last build; none before the first one. */
export function bundleFiles(): string[] {
  return existsSync(bundleRecord) ? readFileSync(bundleRecord, 'utf8').split('\n') : []
}
