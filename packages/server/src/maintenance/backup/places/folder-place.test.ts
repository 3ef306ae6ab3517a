import { expect, it } from 'vitest'
import { FolderPlace } from './folder-place.ts'

it.runIf(process.platform === 'linux')(
  'a folder that the system does not allow is refused at once',
  async () => {
    const refused = new FolderPlace('/proc/octavo-none').check(0)
    await expect(refused).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      details: { reason: 'backupFolderRefused', params: { folder: '/proc/octavo-none', code: 'ENOENT' } },
    })
  },
)
