import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backUp } from '@octavo/server/maintenance/backup/back-up'
import { restore } from '@octavo/server/maintenance/backup/restore'
import { openFiles } from '@octavo/server/platform/files/open'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EmptySite, emptySite, log } from '../setup/archives.ts'
import { dataOf } from '../setup/answers.ts'
import { upload } from '../setup/media.ts'
import { type ObjectStore, startObjectStore } from '../setup/s3.ts'
import { engines, startService } from '../setup/service.ts'

describe.each(engines)('restores into two databases of %s and one bucket', (engine) => {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-shared-store-'))
  const archive = join(folder, 'site.tar')
  const sites: EmptySite[] = []
  const keys: string[] = []
  let store: ObjectStore

  beforeAll(async () => {
    store = await startObjectStore()
    const service = await startService('sqlite')
    for (let n = 0; n < 5; n++) {
      const file = { filename: `${n}.txt`, type: 'text/plain', content: `file ${n}` }
      keys.push(dataOf(await upload(service, file), 201).item.storageKey)
    }
    await backUp(archive, { config: service.services.config, log })
    await service.close()
    for (let n = 0; n < 2; n++) sites.push(await emptySite(engine, { OCTAVO_FILES_URL: store.url }))
  })
  afterAll(async () => {
    for (const site of sites) await site.remove()
    await store.close()
    rmSync(folder, { recursive: true })
  })

  it('never both succeed, and one alone does afterwards', async () => {
    const results = await Promise.allSettled(sites.map(({ config }) => restore(archive, { config, log })))
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused.length).toBeGreaterThan(0)
    for (const { reason } of refused)
      expect(String(reason)).toContain(
        'OCTAVO_FILES_URL names is not empty, or another restore is filling it',
      )
    const [first] = sites
    if (first === undefined) throw new Error('There is no site.')
    const { files } = await openFiles(first.config, log)
    if (refused.length === 2) {
      expect(await files.anyKey()).toBeNull()
      await restore(archive, { config: first.config, log })
    }
    for (const key of keys) expect(await files.facts(key), key).not.toBeNull()
    for (const key of keys) await files.remove(key)
    expect(await files.anyKey()).toBeNull()
  })
})
