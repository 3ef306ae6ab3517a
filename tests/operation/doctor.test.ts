import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@octavo/server/platform/database/open'
import { migrations } from '@octavo/server/platform/database/migrations/registry'
import { probeFolder } from '@octavo/server/platform/files/probe-folder'
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest'
import { type EmptySite, emptySite, log } from '../setup/archives.ts'
import { type Ending, startCommand } from '../setup/command-line.ts'
import { databaseDefaults } from '../setup/databases.ts'
import { type Engine, engines } from '../setup/service.ts'
import { mountSmallDisk } from '../setup/small-disk.ts'

const sentence = /^[^\n]+\.\n$/
const last = migrations.at(-1)?.name ?? ''

describe.each(engines)('octavo migrate and octavo doctor on %s', (engine: Engine) => {
  let site: EmptySite

  beforeAll(async () => {
    site = await emptySite(engine)
  })
  afterAll(() => site.remove())

  const octavo = (...args: string[]): Promise<Ending> => startCommand(args, site.env).ended()
  const change = async (work: (run: (sql: string) => Promise<unknown>) => Promise<void>): Promise<void> => {
    const database = await openDatabase({ ...databaseDefaults, ...site.config, log })
    await database.transaction('write', (tx) => work((sql) => tx.run(sql, [])))
    await database.close()
  }

  it('say what an empty database lacks, and apply it', { tags: 'long' }, async () => {
    const before = await octavo('migrate', '--check')
    expect([before.code, before.stdout]).toEqual([1, ''])
    expect(before.stderr).toContain(`The database lacks ${migrations.length}: 001-foundation`)
    expect((await octavo('doctor')).stdout).toContain('The database is empty')

    const { code, stdout } = await octavo('migrate')
    expect([code, stdout]).toEqual([0, expect.stringContaining(last)])
    expect(await octavo('migrate')).toMatchObject({ code: 0, stdout: expect.stringContaining('already') })
    expect(await octavo('migrate', '--check')).toMatchObject({ code: 0, stderr: '' })

    const examined = await octavo('doctor')
    expect(examined.code, examined.stdout).toBe(0)
    expect(examined.stdout).toMatch(/^ok +database/m)
    expect(examined.stdout).toMatch(/^ok +migrations +The database is up to date\.$/m)
    expect(examined.stdout).toMatch(/^ok +store/m)
    expect(examined.stdout).toMatch(/^warning +mail +No mail server is set.*\n +→ Set OCTAVO_SMTP_URL/m)
  })

  it('name a gap in the migrations', { tags: 'long' }, async () => {
    await change(async (run) => void (await run(`DELETE FROM migrations WHERE name = '005-plugins'`)))
    const { code, stdout, stderr } = await octavo('doctor')
    expect([code, stderr]).toEqual([1, 'One problem prevents the service from working.\n'])
    expect(stdout).toMatch(
      /^failure +migrations +The database lacks the migration 005-plugins, but has later ones/m,
    )
    for (const args of [['migrate'], ['migrate', '--check'], ['serve']]) {
      const tried = await octavo(...args)
      expect(tried).toMatchObject({ code: 1, stderr: expect.stringMatching(sentence) })
      expect(tried.stderr).toContain('lacks the migration 005-plugins, but has later ones')
    }
  })

  it('refuse a newer database', { tags: 'long' }, async () => {
    const again = await emptySite(engine)
    const known = [...migrations, { name: '999-later' }]
    await (await openDatabase({ ...databaseDefaults, ...again.config, log, migrations: known })).close()
    for (const args of [['migrate'], ['migrate', '--check']]) {
      const { code, stderr } = await startCommand(args, again.env).ended()
      expect(code).toBe(1)
      expect(stderr).toMatch(sentence)
      expect(stderr).toContain('newer version of Octavo (it has the migration 999-later)')
    }
    expect((await startCommand(['doctor'], again.env).ended()).stdout).toMatch(
      /^failure +migrations .*999-later/m,
    )
    await again.remove()
  })
})

it('octavo doctor leaves nothing on a full disk', async (context: TestContext) => {
  const disk = mountSmallDisk(4)
  if (disk === null) return context.skip()
  try {
    disk.fill()
    await expect(probeFolder(disk.path)).rejects.toThrow('ENOSPC')
    expect(readdirSync(disk.path)).toEqual(['filler'])
  } finally {
    disk.close()
  }
})

describe('octavo doctor', () => {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-doctor-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  const doctor = (env: Record<string, string>): Promise<Ending> =>
    startCommand(['doctor'], { OCTAVO_DATA_DIR: join(folder, 'data'), ...env }).ended()

  it.each([
    [
      'an unknown setting',
      { OCTAVO_DATABSE_URL: 'x' },
      /^failure +settings +OCTAVO_DATABSE_URL is not a setting/m,
    ],
    [
      'a database server that does not answer',
      { OCTAVO_DATABASE_URL: 'postgres://octavo:secret@127.0.0.1:9/octavo' },
      /^failure +database +OCTAVO_DATABASE_URL names 127\.0\.0\.1:9\/octavo, .*nothing answers/m,
    ],
    [
      'a store that does not answer',
      {
        OCTAVO_FILES_URL: 's3://bucket?endpoint=http://127.0.0.1:9',
        OCTAVO_FILES_TIMEOUT: '1',
        AWS_ACCESS_KEY_ID: 'x',
        AWS_SECRET_ACCESS_KEY: 'y',
      },
      /^failure +store +OCTAVO_FILES_URL names the bucket/m,
    ],
    ['a plugin that is missing', { OCTAVO_PLUGINS: './none.js' }, /^failure +plugins +OCTAVO_PLUGINS names/m],
  ] as [string, Record<string, string>, RegExp][])('exits with 1 for %s', async (_, env, pattern) => {
    const { code, stdout, stderr } = await doctor(env)
    expect([code, stderr]).toEqual([1, 'One problem prevents the service from working.\n'])
    expect(stdout).toMatch(pattern)
    expect(stdout).not.toContain('secret')
  })

  it('exits with 1 when the data directory cannot be made', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    const { code, stdout } = await doctor({ OCTAVO_DATA_DIR: join(file, 'data') })
    expect(code).toBe(1)
    expect(stdout).toMatch(/^failure +data directory .*cannot be written/m)
  })

  it('warns of a directory that others can read, an address without https and a mail server that is away', async () => {
    const open = join(folder, 'open')
    mkdirSync(open)
    chmodSync(open, 0o755)
    const { code, stdout } = await doctor({
      OCTAVO_DATA_DIR: open,
      OCTAVO_BASE_URL: 'http://cms.example.com',
      OCTAVO_SMTP_URL: 'smtp://127.0.0.1:9',
      OCTAVO_RATE_LIMIT: 'off',
    })
    expect(code, stdout).toBe(0)
    for (const name of ['data directory', 'settings', 'mail', 'rate limits'])
      expect(stdout).toMatch(new RegExp(`^warning +${name}`, 'm'))
    expect(stdout).toContain(`chmod 700 ${open}`)
  })
})
