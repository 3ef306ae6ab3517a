// @module-tag long
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openServices } from '@octavo/server/app'
import { readConfig } from '@octavo/server/config'
import type { Services } from '@octavo/server/core/context'
import { makeDemo } from '@octavo/demo/run'
import { readState } from '@octavo/demo/state-store'
import { createLog } from '@octavo/server/platform/log'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startCommand } from '../setup/command-line.ts'
import { withPostgres } from '../setup/databases.ts'
import { censusOf } from '../setup/demo.ts'
import { engines, startService } from '../setup/service.ts'

let alone: Record<string, unknown>

/** The demo makes more than twice as many, so it is never complete when it is killed. */
const mostWritesBeforeKill = 300

async function countWrites({ database }: Services): Promise<number> {
  const [row] = await database.reader.rows<{ count: number }>('SELECT count(*) AS count FROM audit_log', [])
  return row?.count ?? 0
}

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

  it('continues at the next start, and ends like one that was not interrupted', async () => {
    const killed = startCommand(['demo'], env)
    // Each run of the tests kills it at another point.
    const writesBeforeKill = Math.floor(Math.random() * mostWritesBeforeKill)
    await vi.waitFor(async () => expect(await countWrites(services)).toBeGreaterThan(writesBeforeKill), {
      timeout: 60_000,
      interval: 5,
    })
    killed.child.kill('SIGKILL')
    await killed.ended()
    const state = await readState(services.database.reader)
    expect(JSON.parse(state ?? '{}'), `killed after ${writesBeforeKill} writes`).toMatchObject({
      isDone: false,
    })

    const { code, stdout, stderr } = await startCommand(['demo'], env).ended()
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain('303 items')
    await services.schema.refresh()
    expect(await censusOf(services)).toEqual(alone)

    const again = await startCommand(['demo'], env).ended()
    expect([again.code, again.stderr]).toEqual([0, ''])
    expect(again.stdout).toBe(
      'The demo exists already (categories, authors, places, articles, recipes, events). Nothing was changed.\n',
    )
    expect(await censusOf(services)).toEqual(alone)
  })
})
