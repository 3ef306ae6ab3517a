// @module-tag long
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readArchive } from '@octavo/server/maintenance/backup/archive/read-archive'
import { openBackupPlace } from '@octavo/server/maintenance/backup/places/open'
import { restore } from '@octavo/server/maintenance/backup/restore'
import { backUpIfDue } from '@octavo/server/maintenance/backup/scheduled/run'
import { examineBackups } from '@octavo/server/maintenance/doctor/backups'
import { openDatabase } from '@octavo/server/platform/database/open'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { emptySite, log } from '../setup/archives.ts'
import { makeCollection, makeItem } from '../setup/content.ts'
import { databaseDefaults } from '../setup/databases.ts'
import { freePort } from '../setup/free-port.ts'
import { picture, uploaded } from '../setup/media.ts'
import { patience } from '../setup/patience.ts'
import { type ObjectStore, startObjectStore } from '../setup/s3.ts'
import { type Engine, engines, startService, type TestService } from '../setup/service.ts'

const hour = 3_600_000
const signal = new AbortController().signal
const name = /^octavo-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar$/

async function stateOf(service: TestService) {
  return dataOf(await service.ask('GET', '/admin/backup')).item
}

async function checksOf({ server }: TestService) {
  const answer = await server.inject({ method: 'GET', url: '/_cms/health/ready' })
  return { status: answer.statusCode, checks: answer.json().checks }
}

async function metric({ server }: TestService, wanted: string): Promise<number> {
  const { body } = await server.inject({ method: 'GET', url: '/_cms/metrics' })
  const line = body.split('\n').find((each) => each.startsWith(`${wanted} `))
  return Number(line?.slice(wanted.length + 1) ?? Number.NaN)
}

async function entriesOf(service: TestService) {
  const { items } = dataOf(await service.ask('GET', '/admin/audit?targetType=backup'))
  return items
}

/** Waits until the job of the start has made the first backup. */
async function firstOf(service: TestService): Promise<string> {
  await expect
    .poll(async () => (await stateOf(service)).schedule.doneAt, { timeout: 2 * patience })
    .not.toBeNull()
  return (await stateOf(service)).schedule.archive
}

describe.each(engines)('scheduled backups on %s', (engine: Engine) => {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-scheduled-'))
  const lines: Record<string, unknown>[] = []
  let service: TestService

  beforeAll(async () => {
    service = await startService(engine, {
      env: {
        OCTAVO_BACKUP_URL: pathToFileURL(folder).href,
        OCTAVO_BACKUP_HOURS: '6',
        OCTAVO_BACKUP_KEEP: '2',
        OCTAVO_LOG_LEVEL: 'info',
      },
      onLog: (line) => void lines.push(line),
    })
    await makeCollection(service, 'posts', {
      supports: ['drafts'],
      fields: [{ slug: 'title', type: 'string' }],
    })
    await makeItem(service, 'posts')
  })
  afterAll(async () => {
    chmodSync(folder, 0o700)
    await service.close()
    rmSync(folder, { recursive: true })
  })

  it('begin with the start, and leave a whole archive, seen everywhere', async () => {
    const archive = await firstOf(service)
    expect(archive).toMatch(name)
    expect(readdirSync(folder)).toEqual([archive])
    const { manifest } = await readArchive(join(folder, archive))
    expect(manifest.tables.map((table) => table.name)).toContain('backup_schedule')
    expect(await stateOf(service)).toMatchObject({
      isPaused: false,
      schedule: { everyHours: 6, keep: 2, failures: 0, failure: null, isLate: false },
    })
    expect((await checksOf(service)).checks).toContainEqual({
      name: 'backup',
      ok: true,
      message: 'Scheduled backups are made.',
    })
    expect(await metric(service, 'octavo_backup_last_success_timestamp_seconds')).toBe(
      service.clock.now.getTime() / 1000,
    )
    expect(await entriesOf(service)).toMatchObject([
      { action: 'backup.create', interface: 'job', targetName: archive, after: { removed: 0 } },
    ])
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'a scheduled backup was written', archive }))
  })

  it('come every few hours, keep the newest, and touch no other file', async () => {
    const [first] = readdirSync(folder)
    writeFileSync(join(folder, 'other.tar'), '')
    writeFileSync(join(folder, 'octavo-2020-01-01T00-00-00Z.tar.partial'), 'of a killed process')
    await backUpIfDue(service.services, signal)
    expect(readdirSync(folder)).toHaveLength(3)
    for (let n = 0; n < 2; n++) {
      service.clock.forward(6 * hour)
      await backUpIfDue(service.services, signal)
    }
    const names = readdirSync(folder)
    expect(names.filter((each) => name.test(each))).toHaveLength(2)
    expect(names).toContain('other.tar')
    expect(names).not.toContain(first)
    expect(names.join(' ')).not.toContain('partial')
    expect((await entriesOf(service))[0]).toMatchObject({ after: { removed: 1 } })
  })

  it('are made by one process at a time', async () => {
    service.clock.forward(6 * hour)
    const before = (await entriesOf(service)).length
    await Promise.all([1, 2, 3].map(() => backUpIfDue(service.services, signal)))
    expect((await entriesOf(service)).length).toBe(before + 1)
  })

  it('say why they fail, keep what is there, and are repeated sooner', async () => {
    const kept = readdirSync(folder)
    rmSync(join(folder, 'other.tar'))
    const elsewhere = `${folder}-away`
    renameSync(folder, elsewhere)
    writeFileSync(folder, 'a file in place of the folder')
    service.clock.forward(6 * hour)
    await backUpIfDue(service.services, signal)
    const { schedule } = await stateOf(service)
    expect(schedule).toMatchObject({
      failures: 1,
      failure: expect.stringMatching(/^OCTAVO_BACKUP_URL names the folder .* cannot be written: [A-Z]+\.$/),
    })
    const { status, checks } = await checksOf(service)
    expect(status).toBe(200)
    expect(checks).toContainEqual({
      name: 'backup',
      ok: false,
      message: 'The last scheduled backup failed; see the log.',
    })
    expect(await metric(service, 'octavo_backup_failures')).toBe(1)
    expect((await entriesOf(service))[0]).toMatchObject({ action: 'backup.fail' })
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'a scheduled backup failed', level: 50 }))

    rmSync(folder)
    renameSync(elsewhere, folder)
    expect(readdirSync(folder)).toEqual(kept.filter((each) => each !== 'other.tar'))
    service.clock.forward(60_000)
    await backUpIfDue(service.services, signal)
    expect((await stateOf(service)).schedule.failures).toBe(1)
    service.clock.forward(60_000)
    await backUpIfDue(service.services, signal)
    expect((await stateOf(service)).schedule).toMatchObject({ failures: 0, failure: null })
  })

  it('that a kill has interrupted count as failed, and are repeated soon', async () => {
    service.clock.forward(6 * hour)
    const before = (await stateOf(service)).schedule
    await service.services.database.transaction('write', (tx) =>
      tx.run(`UPDATE backup_schedule SET lease_owner = 'killed', lease_until = ?, begun_at = ?`, [
        service.clock.now.getTime() + 60_000,
        service.clock.now.toISOString(),
      ]),
    )
    await backUpIfDue(service.services, signal)
    expect((await stateOf(service)).schedule.failures).toBe(0)
    service.clock.forward(61_000)
    await Promise.all([1, 2].map(() => backUpIfDue(service.services, signal)))
    expect((await stateOf(service)).schedule).toMatchObject({
      archive: before.archive,
      failures: 1,
      failure: 'The process that made the backup ended before it was finished.',
    })
    expect((await entriesOf(service))[0]).toMatchObject({ action: 'backup.fail' })
    service.clock.forward(121_000)
    await backUpIfDue(service.services, signal)
    const after = (await stateOf(service)).schedule
    expect(after).toMatchObject({ failures: 0, failure: null })
    expect(after.archive).not.toBe(before.archive)
  })

  it('keep the archive and say so when an old one cannot be removed', async () => {
    const stuck = join(folder, 'octavo-2020-01-01T00-00-00Z.tar')
    mkdirSync(stuck)
    service.clock.forward(6 * hour)
    await backUpIfDue(service.services, signal)
    const { schedule } = await stateOf(service)
    expect(schedule).toMatchObject({
      failures: 0,
      failedAt: null,
      failure: expect.stringMatching(/^The last archive was written, but old ones cannot be removed/),
      because: { reason: 'backupsNotRemoved', params: { code: 'ERR_FS_EISDIR' } },
    })
    expect(lines).toContainEqual(
      expect.objectContaining({ msg: 'old backups were not removed', stack: expect.stringContaining(stuck) }),
    )
    expect(existsSync(join(folder, schedule.archive))).toBe(true)
    expect(await metric(service, 'octavo_backup_warning')).toBe(1)
    expect((await checksOf(service)).checks).toContainEqual(
      expect.objectContaining({ name: 'backup', ok: false }),
    )
    rmSync(stuck, { recursive: true })
    service.clock.forward(6 * hour)
    await backUpIfDue(service.services, signal)
    expect((await stateOf(service)).schedule.failure).toBeNull()
    expect(await metric(service, 'octavo_backup_warning')).toBe(0)
  })

  it('show no reason beside the text of another one, which a node of another version has written', async () => {
    const shown = async (failure: string, because: object) => {
      await service.services.database.transaction('write', (tx) =>
        tx.run('UPDATE backup_schedule SET failure = ?, because = ?', [failure, JSON.stringify(because)]),
      )
      return (await stateOf(service)).schedule.because
    }
    const because = { reason: 'backupNotRun', params: {} }
    const failure = 'The backup process could not be started.'
    expect(await shown(failure, because)).toEqual(because)
    expect(await shown('The folder is gone.', because)).toBeNull()
    expect(await shown(failure, { ...because, reason: 'backupTooNew' })).toBeNull()
    await service.services.database.transaction('write', (tx) =>
      tx.run('UPDATE backup_schedule SET failure = NULL, because = NULL', []),
    )
  })

  it('remove no old archive when the new one lacks the files', async () => {
    await uploaded(service, { filename: 'a.png', type: 'image/png', content: await picture() })
    const filesDir = join(service.services.config.dataDir, 'files')
    const kept = readdirSync(folder)
    renameSync(filesDir, `${filesDir}-away`)
    mkdirSync(filesDir)
    service.clock.forward(6 * hour)
    const logged = lines.length
    await backUpIfDue(service.services, signal)
    expect((await stateOf(service)).schedule.failure).toMatch(/^The last archive lacks 1 of 1 files, so/)
    // They are kept on purpose, so this is no failure to remove them.
    const messages = lines.slice(logged).map(({ msg }) => msg)
    expect(messages).toContain('files were missing in a backup')
    expect(messages).not.toContain('old backups were not removed')
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(kept))
    rmSync(filesDir, { recursive: true })
    renameSync(`${filesDir}-away`, filesDir)
  })

  it('stop with the service, leave nothing, and begin again at once', async () => {
    const before = readdirSync(folder)
    service.clock.forward(6 * hour)
    const stopping = new AbortController()
    const running = backUpIfDue(service.services, stopping.signal)
    setTimeout(() => stopping.abort(), 20)
    await running
    // On a busy machine the process is killed before it has removed what it wrote; the next backup replaces it.
    const finished = () => readdirSync(folder).filter((file) => !file.endsWith('.partial'))
    if (finished().join() === before.join()) await backUpIfDue(service.services, signal)
    expect(finished().join()).not.toBe(before.join())
    // The job of the service itself may have taken it.
    await expect.poll(() => readdirSync(folder).join()).not.toContain('partial')
  })
})

describe('scheduled backups in a bucket', () => {
  let objects: ObjectStore
  let service: TestService

  beforeAll(async () => {
    objects = await startObjectStore()
    service = await startService('sqlite', {
      env: {
        OCTAVO_BACKUP_URL: objects.url.replace('/site?', '/backups?'),
        OCTAVO_BACKUP_HOURS: '1',
        OCTAVO_BACKUP_KEEP: '2',
      },
    })
  })
  afterAll(async () => {
    await service.close()
    await objects.close()
  })

  it('are whole, need no disk, and the oldest are removed', async () => {
    const { config } = service.services
    await firstOf(service)
    for (let n = 0; n < 3; n++) {
      service.clock.forward(hour)
      await backUpIfDue(service.services, signal)
    }
    const place = await openBackupPlace(config.backupUrl ?? '', config)
    const names = await place.list()
    expect(names).toHaveLength(2)
    const [last] = names.slice(-1)
    expect((await stateOf(service)).schedule.archive).toBe(last)
    const local = join(config.dataDir, 'fetched.tar')
    writeFileSync(local, await objects.read(`backups/${last}`))
    expect((await readArchive(local)).summary.missingFiles).toEqual([])
    expect(readdirSync(config.dataDir).filter((each) => each.startsWith('octavo-'))).toEqual([])
    expect(await examineBackups(config)).toMatchObject([
      { level: 'ok', message: expect.stringMatching(/^2 archives are kept/) },
    ])
    // The clock of the test is ahead.
    expect(await examineBackups({ ...config, backupInterval: -1e12 })).toMatchObject([
      { level: 'warning', advice: expect.stringContaining('There should be one every') },
    ])
  })

  it('are examined by the doctor without making the folder', async () => {
    const folder = join(service.services.config.dataDir, 'no', 'folder')
    const config = { ...service.services.config, backupUrl: pathToFileURL(folder).href }
    expect(await examineBackups(config)).toMatchObject([{ message: 'OCTAVO_BACKUP_URL has no archive yet.' }])
    expect(existsSync(join(folder, '..'))).toBe(false)
    writeFileSync(join(folder, '..'), 'a file in place of the folder')
    expect(await examineBackups(config)).toMatchObject([
      { message: expect.stringMatching(/cannot be written/), advice: 'Correct OCTAVO_BACKUP_URL.' },
    ])
  })

  it('are examined by the doctor, whose advice fits the cause', async () => {
    const { config } = service.services
    const adviceFor = async (change: Partial<typeof config>): Promise<string | undefined> =>
      (await examineBackups({ ...config, ...change }))[0]?.advice
    const backupUrl = config.backupUrl ?? ''
    const elsewhere = new URL(backupUrl)
    elsewhere.searchParams.set('endpoint', `http://127.0.0.1:${await freePort()}`)
    expect(await adviceFor({ backupUrl: elsewhere.href })).toBe(
      'Check that the store runs, and the endpoint in OCTAVO_BACKUP_URL.',
    )
    expect(await adviceFor({ backupUrl: backupUrl.replace('octavo-test', 'octavo-none') })).toBe(
      'Create the bucket, or correct its name in OCTAVO_BACKUP_URL.',
    )
    expect(await adviceFor({ backupUrl: 's3://' })).toBe('Correct OCTAVO_BACKUP_URL.')
  })

  it('say that the bucket is missing', async () => {
    const { config } = service.services
    const url = (config.backupUrl ?? '').replace('octavo-test', 'octavo-none')
    const [finding] = await examineBackups({ ...config, backupUrl: url })
    expect(finding).toMatchObject({
      level: 'warning',
      message: expect.stringMatching(
        /^OCTAVO_BACKUP_URL names the bucket octavo-none .*no bucket of that name\.$/,
      ),
    })
  })
})

describe('after a restore', () => {
  it('a backup is not under way, although one was while the archive was written', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'octavo-scheduled-'))
    const service = await startService('sqlite', { env: { OCTAVO_BACKUP_URL: pathToFileURL(folder).href } })
    const archive = join(folder, await firstOf(service))
    await service.close()
    for (const engine of engines) {
      const site = await emptySite(engine)
      await restore(archive, { config: site.config, log })
      const database = await openDatabase({ ...databaseDefaults, ...site.config, log })
      const rows = await database.reader.rows('SELECT lease_owner, lease_until FROM backup_schedule', [])
      expect(rows).toEqual([{ lease_owner: null, lease_until: 0 }])
      await database.close()
      await site.remove()
    }
    rmSync(folder, { recursive: true })
  })

  it('no backup is made before an admin resumes, who alone may', async () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'octavo-scheduled-')), 'new')
    const service = await startService('sqlite', { env: { OCTAVO_BACKUP_URL: pathToFileURL(folder).href } })
    await firstOf(service)
    await service.services.database.transaction('write', (tx) =>
      tx.run(`INSERT INTO counters (name, value) VALUES ('paused', 1)`, []),
    )
    expect((await stateOf(service)).isPaused).toBe(true)
    service.clock.forward(48 * hour)
    await backUpIfDue(service.services, signal)
    expect(readdirSync(folder)).toHaveLength(1)

    const { token } = await service.person(40, ['content:read', 'content:write'])
    expect((await service.ask('POST', '/admin/backup/resume', { token, body: {} })).status).toBe(403)
    expect((await service.ask('POST', '/admin/backup/resume', { body: { now: true } })).status).toBe(400)
    const answer = dataOf(await service.ask('POST', '/admin/backup/resume', { body: {} }))
    expect(answer.item.isPaused).toBe(false)
    expect((await entriesOf(service))[0]).toMatchObject({
      action: 'backup.resume',
      before: { isPaused: true },
      after: { isPaused: false },
    })
    await backUpIfDue(service.services, signal)
    expect(readdirSync(folder)).toHaveLength(2)
    await service.close()
    expect(existsSync(folder)).toBe(true)
    rmSync(join(folder, '..'), { recursive: true })
  })
})
