import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { startListening } from '../setup/listening.ts'
import { waitingFiles } from '../setup/media.ts'
import { patience } from '../setup/patience.ts'

const client = join(import.meta.dirname, '..', 'setup', 'large-bodies.ts')

/** A client that shares the event loop of the service sees its events in another order than one in a process of its own. */
it('a client that sends too much always gets to read 413', { tags: 'long' }, async () => {
  const service = await startListening('sqlite', {
    env: { OCTAVO_MAX_UPLOAD_MB: '1', OCTAVO_MAX_IMPORT_MB: '1', OCTAVO_MAX_BODY_MB: '1' },
  })
  const repeats = 5
  const { stdout } = await promisify(execFile)(process.execPath, [
    client,
    service.baseUrl,
    service.token,
    String(repeats),
  ])
  const answers = JSON.parse(stdout) as Record<string, string[]>
  const statuses = Array.from({ length: repeats }, () => '413')
  expect(answers).toEqual(Object.fromEntries(Object.keys(answers).map((name) => [name, statuses])))
  await expect.poll(() => waitingFiles(service), { timeout: patience }).toEqual([])
  await service.close()
})
