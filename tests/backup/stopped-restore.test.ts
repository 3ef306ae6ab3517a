import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readArchive } from '@octavo/server/maintenance/backup/archive/read-archive'
import { backUp } from '@octavo/server/maintenance/backup/back-up'
import { restore } from '@octavo/server/maintenance/backup/restore'
import { openFiles } from '@octavo/server/platform/files/open'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EmptySite, emptySite, log } from '../setup/archives.ts'
import { upload } from '../setup/media.ts'
import { dataOf } from '../setup/answers.ts'
import { engines, startService } from '../setup/service.ts'

/** A signal that is aborted when it is looked at for the given time; it counts the looks. */
function abortedAt(look: number): { readonly signal: AbortSignal; readonly looks: () => number } {
  const stopping = new AbortController()
  const { signal } = stopping
  let looks = 0
  signal.throwIfAborted = () => {
    if (++looks === look) stopping.abort(new Error('stopped by the test'))
    if (signal.aborted) throw signal.reason
  }
  return { signal, looks: () => looks }
}

describe.each(engines)('a restore into %s that is stopped', (engine) => {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-stopped-'))
  const archive = join(folder, 'site.tar')
  let site: EmptySite
  let entries: number

  beforeAll(async () => {
    const service = await startService('sqlite')
    for (const name of ['a.txt', 'b.txt'])
      dataOf(await upload(service, { filename: name, type: 'text/plain', content: name }), 201)
    await backUp(archive, { config: service.services.config, log })
    await service.close()
    site = await emptySite(engine)
    const { signal, looks } = abortedAt(Number.POSITIVE_INFINITY)
    await readArchive(archive, { signal })
    entries = looks()
  })
  afterAll(async () => {
    await site.remove()
    rmSync(folder, { recursive: true })
  })

  it('leaves nothing, and can be repeated', { tags: 'long' }, async () => {
    const { files } = await openFiles(site.config, log)
    const moments = [1, entries, entries + 2, Math.floor(entries * 1.5), 2 * entries - 2, 2 * entries + 1]
    for (const moment of moments) {
      const { signal } = abortedAt(moment)
      await expect(restore(archive, { ...site, log, signal })).rejects.toThrow('stopped by the test')
      expect(await files.anyKey()).toBeNull()
    }
    await restore(archive, { ...site, log })
    expect(await files.anyKey()).not.toBeNull()
  })

  it('is named when its mark is left, with what to do', async () => {
    const other = await emptySite(engine)
    const { files, incoming } = await openFiles(other.config, log)
    const path = await incoming.newPath()
    writeFileSync(path, '')
    await files.put('_restoring-1', path, 'application/octet-stream')
    await expect(restore(archive, { ...other, log })).rejects.toThrow(
      'It contains _restoring-1: if no restore is running, one was stopped; empty the place, and restore again.',
    )
    await files.remove('_restoring-1')
    await restore(archive, { ...other, log })
    await other.remove()
  })
})
