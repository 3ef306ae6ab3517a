import { folderPattern, isWithin, movedPath } from '@octavo/contract/folders'
import { limits } from '@octavo/contract/limits'
import type { operations } from '@octavo/contract/operations/registry'
import type { z } from 'zod'
import type { WriteContext } from '../../core/context.ts'
import { invalidAt, notFound } from '../../platform/errors.ts'
import { changeable, changeRecord } from './changing.ts'
import { findInFolder } from './groups-store.ts'

type Input = z.output<typeof operations.media.moveFolder.input>
type Output = z.input<typeof operations.media.moveFolder.output>

/**
 * Moves the files in a folder and below it, up to limits of files and time; `isComplete` says whether all were moved.
 */
export async function moveFolder(context: WriteContext, { folder, to }: Input): Promise<Output> {
  if (isWithin(to, folder)) throw invalidAt('to', 'must not be the folder itself or below it')
  const most = limits.folders.moved
  const found = await findInFolder(context, folder, most + 1)
  if (found.length === 0) throw notFound(`The folder "${folder}"`)
  // In one order, so that two calls that lock the same files do not wait for each other.
  const moving = found.slice(0, most).toSorted()
  const end = performance.now() + limits.bulkTime
  let moved = 0
  for (const id of moving) {
    if (performance.now() > end) break
    const row = await changeable(context, id, 'edit')
    // A concurrent call has moved the file.
    if (!isWithin(row.folder, folder)) continue
    await changeRecord(context, row, { folder: pathFor(row.folder, { folder, to }) })
    moved++
  }
  return { moved, isComplete: found.length <= most && moved === moving.length }
}

function pathFor(path: string, { folder, to }: Input): string {
  const moved = movedPath(path, folder, to)
  if (moved.length <= limits.folders.path && folderPattern.test(moved)) return moved
  throw invalidAt('to', `would make the path "${moved}" longer or deeper than folders can be`)
}
