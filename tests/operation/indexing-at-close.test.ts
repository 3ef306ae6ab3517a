import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { engines, startService } from '../setup/service.ts'

it.each(engines)('closes on %s without an attempt to index afterwards', async (engine) => {
  const failures: unknown[] = []
  const onLog = (line: Record<string, unknown>): void =>
    void (line.msg === 'indexing failed' && failures.push(line.err))
  const service = await startService(engine, { onLog })
  // As many as an import writes at once: they are to be indexed half a second later.
  for (const indexer of Object.values(service.services.indexers)) indexer.noteChanged(1000)
  await service.close()
  await delay(1000)
  expect(failures).toEqual([])
})
