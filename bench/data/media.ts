import { Readable } from 'node:stream'
import { operations } from '@octavo/contract/operations/registry'
import { openServices } from '@octavo/server/app'
import { serviceCaller } from '@octavo/server/core/caller'
import { readConfig } from '@octavo/server/config'
import { invoke } from '@octavo/server/core/invoke'
import { createLog } from '@octavo/server/platform/log'
import { octavoEnvironment } from '../servers/server.ts'

export interface NewFile {
  readonly bytes: Buffer
  readonly filename: string
  readonly mimeType: string
}

/** Uploads files into a data folder that no service uses; gives their keys. */
export async function addFiles(folder: string, files: Iterable<NewFile>): Promise<string[]> {
  const services = await openServices({
    config: readConfig(octavoEnvironment(folder)),
    log: createLog('silent'),
  })
  const keys: string[] = []
  try {
    for (const { bytes, ...about } of files) {
      const arrived = await services.incoming.receive(Readable.from([bytes]))
      const { item } = (await invoke(services, {
        operation: operations.media.create,
        caller: serviceCaller('cli'),
        input: { ...about, storageKey: 'new' },
        upload: { ...arrived, ...about },
      })) as { item: { storageKey: string } }
      keys.push(item.storageKey)
    }
  } finally {
    await services.database.close()
  }
  return keys
}
