// @module-tag long
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { operations } from '@octavo/contract/operations/registry'
import { type App, createApp } from '@octavo/server/app'
import { backUp, writeBackup } from '@octavo/server/maintenance/backup/back-up'
import { restore } from '@octavo/server/maintenance/backup/restore'
import { applyDueSets } from '@octavo/server/changes/change-sets/due'
import { serviceCaller } from '@octavo/server/core/caller'
import { invoke } from '@octavo/server/core/invoke'
import { publishAllDue } from '@octavo/server/maintenance/jobs/scheduler'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { type ArchiveTexts, emptySite, type EmptySite, log, textsOf } from '../setup/archives.ts'
import { startCommand } from '../setup/command-line.ts'
import { makeCollection, makeItem, states } from '../setup/content.ts'
import { arbitraryData, fieldsOfAllTypes, sentData } from '../setup/field-values.ts'
import { picture, uploaded } from '../setup/media.ts'
import { type ObjectStore, startObjectStore } from '../setup/s3.ts'
import { type Engine, startService, type TestService } from '../setup/service.ts'
import { make } from '../setup/site.ts'
import { refusedAddress } from '../setup/webhooks.ts'

const supports = ['drafts', 'revisions', 'scheduling', 'search']

/** Counters that a restore sets. */
const setByRestore = /"name","(paused|search|search_drafts)"/

function comparable({ tables, files }: ArchiveTexts): ArchiveTexts {
  const counters = (tables['counters'] ?? []).filter((row) => !setByRestore.test(row))
  return { tables: { ...tables, counters }, files }
}

async function webhooksOf({ services }: App): Promise<unknown> {
  const call = { operation: operations.webhooks.list, caller: serviceCaller('cli'), input: {} }
  return ((await invoke(services, call)) as { items: unknown }).items
}

describe.each([
  ['sqlite', 'postgres'],
  ['postgres', 'sqlite'],
] as const)('a backup of %s restored into %s', (from: Engine, to: Engine) => {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-backup-'))
  const first = join(folder, 'first.tar')
  let service: TestService
  let objects: ObjectStore
  let other: EmptySite
  let token: string
  let fileKey: string
  let scheduledSet: string

  beforeAll(async () => {
    objects = await startObjectStore()
    other = await emptySite(to, {
      OCTAVO_FILES_URL: objects.url,
      OCTAVO_SECRET_KEY: 'another-key-of-32-characters-or-more',
    })
    service = await startService(from)
    if (from === 'postgres') await writeBytesAsEscapes()
    await fill()
  })
  afterAll(async () => {
    await service.close()
    await other.remove()
    await objects.close()
    rmSync(folder, { recursive: true })
  })

  /** Sets for new connections how the server writes bytes, which an operator may have done. */
  const writeBytesAsEscapes = () =>
    service.services.database.transaction('write', (tx) =>
      tx.run(
        `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET bytea_output = escape', current_database()); END $$`,
        [],
      ),
    )

  /** A change-set that is applied in half an hour. */
  async function scheduleSet(target: string): Promise<string> {
    const { id } = await make(service, '/change-sets', { name: 'Later' })
    const staged = { data: { title: 'Applied' }, changeSet: id }
    dataOf(await service.ask('PUT', `/content/targets/${target}`, { body: staged }))
    const applyAt = new Date(service.clock.now.getTime() + 1_800_000).toISOString()
    dataOf(await service.ask('POST', `/change-sets/${id}/schedule`, { body: { applyAt } }))
    return id
  }

  async function fill(): Promise<void> {
    await makeCollection(service, 'targets', {
      supports,
      fields: [{ slug: 'title', type: 'string', searchable: true }],
    })
    await makeCollection(service, 'everything', { supports, fields: fieldsOfAllTypes })
    const given = { slug: 'given', type: 'string', label: 'Given', defaultValue: `it's "given"` }
    dataOf(await service.ask('POST', '/schema/collections/targets/fields', { body: given }), 201)
    const targets: string[] = []
    for (const state of states) targets.push((await makeItem(service, 'targets', { state })).id)
    for (const exchanged of fc.sample(arbitraryData(targets.slice(0, 3)), 40)) {
      const body = { data: sentData(exchanged) }
      const answer = await service.ask('POST', '/content/everything', { body })
      // Values that a rule refuses, such as an image that does not exist, are no matter of this test.
      expect([201, 400, 409]).toContain(answer.status)
    }
    await make(service, '/taxonomies', {
      name: 'topics',
      label: 'Topics',
      collections: ['targets'],
      hierarchical: true,
    })
    const parent = await make(service, '/taxonomies/topics/terms', { slug: 'a', label: 'A' })
    await make(service, '/taxonomies/topics/terms', { slug: 'b', label: 'B', parentId: parent.id })
    await make(service, '/sections', { slug: 'about', title: 'About' })
    fileKey = (await uploaded(service, { filename: 'a.png', type: 'image/png', content: await picture() }))
      .storageKey
    await uploaded(service, {
      filename: 'text.txt',
      type: 'text/plain',
      content: `${'long '.repeat(200_000)}`,
    })
    await make(service, '/webhooks', { url: refusedAddress })
    scheduledSet = await scheduleSet(targets[0] ?? '')
    token = (await service.person(40, ['content:read', 'content:write', 'media:read'])).token
  }

  it('has one moment of it while the service writes, and the same rows and files on both', async () => {
    const { dataDir, databaseUrl } = service.services.config
    const command = startCommand(['backup', first], {
      OCTAVO_DATA_DIR: dataDir,
      ...(databaseUrl !== null && { OCTAVO_DATABASE_URL: databaseUrl }),
    })
    const ending = command.ended()
    const traffic = { isOver: false, written: 0 }
    void ending.then(() => (traffic.isOver = true))
    for (; !traffic.isOver; traffic.written++) await makeItem(service, 'targets', { state: 'published' })
    expect(await ending).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(/^Wrote .* 2 files/),
    })
    expect(traffic.written).toBeGreaterThan(0)

    const content = await restore(first, { config: other.config, log })
    expect(content.summary.missingFiles).toEqual([])
    const second = join(folder, 'second.tar')
    await backUp(second, { config: other.config, log })
    const back = await emptySite(from)
    await restore(second, { config: back.config, log })
    const third = join(folder, 'third.tar')
    await backUp(third, { config: back.config, log })
    await back.remove()

    const original = comparable(await textsOf(first))
    expect(Object.keys(original.files)).toHaveLength(2)
    expect(comparable(await textsOf(second))).toEqual(original)
    expect(comparable(await textsOf(third))).toEqual(original)
    // Each item has the revision that its publication made, or both are too late for the archive.
    const items = (original.tables['content_targets'] ?? []).length
    expect(items).toBeGreaterThanOrEqual(states.length)
  })

  it('serves there: tokens, items, files and searches; schedules wait until they are resumed', async () => {
    const { clock } = service
    const app = await createApp({ config: other.config, log, clock: () => clock.now })
    const ask = async (
      path: string,
      as = token,
    ): Promise<{ status: number; text: string; bytes: Buffer }> => {
      const headers = { authorization: `Bearer ${as}` }
      const answer = await app.server.inject({ method: 'GET', url: `/_cms/api${path}`, headers })
      return { status: answer.statusCode, text: answer.body, bytes: answer.rawPayload }
    }
    try {
      for (const path of [
        '/content/everything?limit=100',
        '/content/everything?limit=100&view=live',
        '/content/targets?status=scheduled',
        '/taxonomies/topics/terms',
      ]) {
        const { text, status } = await ask(path)
        expect(status).toBe(200)
        expect(JSON.parse(text)).toEqual((await service.ask('GET', path, { token })).body)
      }
      const file = await ask(`/media/file/${fileKey}`)
      expect(file.bytes.equals((await service.ask('GET', `/media/file/${fileKey}`)).bytes)).toBe(true)
      expect(
        JSON.parse((await ask('/search?q=first&collections=targets')).text).results.length,
      ).toBeGreaterThan(0)

      expect(await webhooksOf(app)).toMatchObject([{ isPaused: false }])
      clock.forward(3_600_000)
      expect(await publishAllDue(app.services)).toBe(0)
      const stateOfSet = async (): Promise<string> =>
        JSON.parse((await ask(`/change-sets/${scheduledSet}`)).text).data.item.state
      expect(await applyDueSets(app.services, new AbortController().signal)).toBe(0)
      expect(await stateOfSet()).toBe('scheduled')
      const doctor = await startCommand(['doctor'], other.env).ended()
      expect(doctor.stdout).toMatch(/^warning +schedules .*paused\.$/m)
      const resumed = startCommand(['resume'], other.env)
      expect(await resumed.ended()).toMatchObject({ code: 0, stdout: 'Schedules are active again.\n' })
      await publishAllDue(app.services)
      await applyDueSets(app.services, new AbortController().signal)
      await expect.poll(stateOfSet).toBe('applied')
      await expect
        .poll(async () => JSON.parse((await ask('/content/targets?status=scheduled')).text).data.items)
        .toEqual([])
      // The key that encrypted its secret is in no archive.
      await expect.poll(() => webhooksOf(app)).toMatchObject([{ pauseReason: 'secretUnreadable' }])
    } finally {
      await app.close()
    }
  })

  it('lets others work after each write', async () => {
    let [writes, rests] = [0, 0]
    const sink = {
      write: async () => {
        writes++
        expect(rests).toBe(writes - 1)
      },
      flush: async () => {},
    }
    const pace = { rest: async () => void rests++ }
    await writeBackup(sink, { config: service.services.config, log, pace })
    expect(writes).toBeGreaterThan(0)
    expect(rests).toBe(writes)
  })

  it('goes on counting where it was', async () => {
    const app = await createApp({ config: other.config, log })
    try {
      const answer = await app.server.inject({
        method: 'POST',
        url: '/_cms/api/content/targets',
        headers: { authorization: `Bearer ${token}` },
        payload: { data: { title: 'After the restore' } },
      })
      expect(answer.statusCode, answer.body).toBe(201)
      expect(JSON.parse(answer.body).data.item.data.given).toBe(`it's "given"`)
    } finally {
      await app.close()
    }
  })
})
