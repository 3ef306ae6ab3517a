import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openServices } from '@octavo/server/app'
import { readConfig } from '@octavo/server/config'
import type { Services } from '@octavo/server/context'
import { makeDemo } from '@octavo/server/demo/run'
import { readState } from '@octavo/server/demo/state-store'
import { createLog } from '@octavo/server/log'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startCommand } from '../setup/command-line.ts'
import { withPostgres } from '../setup/databases.ts'
import { censusOf } from '../setup/demo.ts'
import { engines, startService } from '../setup/service.ts'

let alone: Record<string, unknown>

beforeAll(async () => {
  const service = await startService('sqlite')
  await makeDemo(service.services)
  alone = await censusOf(service.services)
  await service.close()
})

describe.each(engines)('octavo demo, killed while it works, on %s', (engine) => {
  let env: Record<string, string>
  let services: Services
  let remove: () => Promise<void>

  beforeAll(async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'octavo-demo-'))
    const postgres = engine === 'postgres' ? await withPostgres() : null
    env = { OCTAVO_DATA_DIR: dataDir, ...(postgres !== null && { OCTAVO_DATABASE_URL: postgres.url }) }
    services = await openServices({ config: readConfig(env), log: createLog('silent') })
    remove = async () => {
      await services.database.close()
      await postgres?.drop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  })
  afterAll(() => remove())

  it('goes on at the next start, and is the same as one that was left alone', async () => {
    const killed = startCommand(['demo'], env)
    await vi.waitFor(async () => expect(await readState(services.database.reader)).not.toBeNull(), {
      timeout: 20_000,
      interval: 20,
    })
    // The moment is what is tried out: each run of the tests another one.
    await delay(Math.random() * 2500)
    killed.child.kill('SIGKILL')
    await killed.ended()

    const { code, stdout, stderr } = await startCommand(['demo'], env).ended()
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/303 items|there already/)
    await services.schema.refresh()
    expect(await censusOf(services)).toEqual(alone)
  }, 120_000)
})
