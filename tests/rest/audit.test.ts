import type { Operation } from '@octavo/contract/define'
import { type AuditRow, insertEntries, type StoredFacts, withFacts } from '@octavo/server/core/audit-store'
import { operationList, operations } from '@octavo/contract/operations/registry'
import type { Transaction } from '@octavo/server/platform/database/database'
import type { AnyHandler } from '@octavo/server/core/handler'
import { operationHandlers } from '@octavo/server/handlers'
import { removeOldEntries } from '@octavo/server/identity/audit/retention'
import { firstIdAt, newId } from '@octavo/server/platform/ids'
import { publishAllDue } from '@octavo/server/maintenance/jobs/scheduler'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, issuePaths } from '../setup/answers.ts'
import { operate } from '../setup/change.ts'
import { changes } from '../setup/changes.ts'
import { hour, makeCollection, makeItem } from '../setup/content.ts'
import { startMediaService } from '../setup/media.ts'
import { engines, startService, type TestService } from '../setup/service.ts'
import { sessionOf } from '../setup/sessions.ts'
import type { Any } from '../setup/json.ts'

const plugin = new URL('../plugins/every-hook.ts', import.meta.url).pathname

const changing = operationList.filter(
  ({ effect, audit }) => effect !== 'read' && effect !== 'steps' && audit !== 'none',
)

/** those that the operator alone can call: neither REST nor the OAuth server opens them */
const operatedOnly = changing
  .filter(({ rest, name }) => rest === undefined && !name.startsWith('oauth.'))
  .map(({ name }) => name)

/** what strangers call with something that says on whose behalf: the person is known, and the app if there is one */
const actsFor: Readonly<Record<string, 'person' | 'app'>> = {
  'oauth.exchangeCode': 'app',
  'oauth.exchangeDevice': 'app',
  'oauth.refresh': 'app',
  'oauth.revoke': 'app',
  'auth.accept': 'person',
  'auth.verifyMagicLink': 'person',
  'passkeys.signIn': 'person',
  'setup.finish': 'person',
}

async function entries(service: Pick<TestService, 'ask'>, query = ''): Promise<Any[]> {
  return dataOf(await service.ask('GET', `/admin/audit?limit=100${query}`)).items
}

describe.each(engines)('what leaves an entry on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startMediaService(engine, 's3', { OCTAVO_PLUGINS: plugin, OCTAVO_RATE_LIMIT: 'off' })
  })
  afterAll(() => service.close())

  it('every operation that changes something is in the table of these tests', () => {
    expect(Object.keys(changes).toSorted()).toEqual(changing.map(({ name }) => name).toSorted())
  })

  it.each(changing.map((operation) => [operation.name, operation] as const))(
    '%s',
    async (name, definition) => {
      const [last] = await entries(service)
      const reported = await changes[name]?.(service)
      const made = (await entries(service, `&action=${name}`)).filter(({ id }) => id > (last?.id ?? ''))
      const entry = made.find(({ targetType, targetId }) => {
        return targetType === reported?.type && (reported?.id === undefined || targetId === reported.id)
      })
      expect(entry, JSON.stringify(made)).toBeDefined()
      expect(entry.before ?? entry.after).toEqual(expect.any(Object))
      const { interface: via, userId, clientId, tokenId, sessionId } = entry
      const who = [via !== 'cli', userId !== null, (tokenId ?? sessionId) !== null]
      const isKnown = via !== 'cli' && definition.permission !== 'public'
      expect(who).toEqual([!operatedOnly.includes(name), isKnown || name in actsFor, isKnown])
      if (actsFor[name] === 'app') expect(clientId).toEqual(expect.any(String))
    },
  )

  it('holds no secret', async () => {
    const { token } = await service.person(50)
    await service.ask('PATCH', '/plugins/every-hook', { body: { settings: { apiKey: 'very-secret' } } })
    const rows = await service.services.database.reader.rows<AuditRow & StoredFacts>(
      'SELECT * FROM audit_log',
      [],
    )
    const text = JSON.stringify(rows.map(withFacts))
    expect(text).toContain('changedSecrets')
    for (const secret of [token, service.token, 'very-secret', 'X-Amz-Signature'])
      expect(text).not.toContain(secret)
  })
})

describe.each(engines)('the audit log on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_LOCALES: 'en,de' } })
    await makeCollection(service, 'posts', {
      supports: ['drafts', 'revisions', 'scheduling'],
      fields: [
        { slug: 'title', type: 'string' },
        { slug: 'text', type: 'text' },
        { slug: 'shown', type: 'boolean' },
        { slug: 'shared', type: 'integer', translatable: false },
      ],
    })
  })
  afterAll(() => service.close())

  const ofItem = (id: string): Promise<Any[]> => entries(service, `&targetId=${id}`)

  it('records what an item was and is, the changed fields alone', async () => {
    const data = { title: 'One', text: 'Same', shown: 1 }
    const { item } = dataOf(await service.ask('POST', '/content/posts', { body: { data } }), 201)
    const body = { data: { title: 'Two', text: 'Same', shown: false } }
    dataOf(await service.ask('PUT', `/content/posts/${item.id}`, { body }))
    const [update, create] = await ofItem(item.id)
    expect(create).toMatchObject({ action: 'content.create', targetName: 'posts/one', before: null })
    expect(create.after).toEqual({
      slug: 'one',
      status: 'draft',
      locale: 'en',
      authorId: item.authorId,
      revisionId: expect.any(String),
      'data.title': 'One',
      'data.text': 'Same',
      'data.shown': true,
    })
    expect(update.before).toEqual({ revisionId: null, 'data.title': 'One', 'data.shown': true })
    expect(update.after).toEqual({ revisionId: expect.any(String), 'data.title': 'Two', 'data.shown': false })
    const { item: revision } = dataOf(await service.ask('GET', `/revisions/${update.after.revisionId}`))
    expect(revision.data).toMatchObject({ title: 'Two' })
  })

  it('tells of a pending draft when it is saved, and again when it goes live', async () => {
    const { id } = await makeItem(service, 'posts', { state: 'published' })
    dataOf(await service.ask('PUT', `/content/posts/${id}`, { body: { data: { title: 'Second' } } }))
    dataOf(await service.ask('PUT', `/content/posts/${id}`, { body: { data: { title: 'Third' } } }))
    dataOf(await service.ask('POST', `/content/posts/${id}/publish`, { body: {} }))
    const [published, third, second] = await ofItem(id)
    expect([second.before, second.after]).toMatchObject([
      { hasPendingDraft: null, 'data.title': 'First' },
      { hasPendingDraft: true, 'data.title': 'Second' },
    ])
    expect([third.before, third.after]).toMatchObject([{ 'data.title': 'Second' }, { 'data.title': 'Third' }])
    expect(third.after).not.toHaveProperty('hasPendingDraft')
    expect(published).toMatchObject({
      action: 'content.publish',
      before: { hasPendingDraft: true, 'data.title': 'First' },
      after: { hasPendingDraft: null, 'data.title': 'Third' },
    })
  })

  it('tells a save with a publication as one, and a shared value for each translation', async () => {
    const { item } = dataOf(
      await service.ask('POST', '/content/posts', { body: { data: { title: 'A', shared: 1 } } }),
      201,
    )
    const translation = dataOf(
      await service.ask('POST', '/content/posts', {
        body: { data: { title: 'B' }, locale: 'de', translationOf: item.id },
      }),
      201,
    ).item
    const body = { data: { shared: 2 }, status: 'published' }
    dataOf(await service.ask('PUT', `/content/posts/${item.id}`, { body }))
    const [own] = await ofItem(item.id)
    expect(own).toMatchObject({
      action: 'content.update',
      before: { status: 'draft', 'data.shared': 1, publishedAt: null },
      after: { status: 'published', 'data.shared': 2, publishedAt: expect.any(String) },
    })
    const [other] = await ofItem(translation.id)
    expect(other).toMatchObject({
      action: 'content.update',
      before: { 'data.shared': 1 },
      after: { 'data.shared': 2 },
    })
  })

  it('cuts long values, and says how long they were', async () => {
    const text = `${'x'.repeat(199)}😀${'y'.repeat(5000)}`
    const { item } = dataOf(await service.ask('POST', '/content/posts', { body: { data: { text } } }), 201)
    const [{ after }] = await ofItem(item.id)
    expect(after['data.text']).toEqual({ $cut: `${'x'.repeat(199)}\ufffd`, length: text.length })
  })

  it('keeps what was deleted for good', async () => {
    const { id } = await makeItem(service, 'posts', { state: 'trash' })
    dataOf(await service.ask('DELETE', `/content/posts/${id}/permanent`))
    const [entry] = await ofItem(id)
    expect(entry).toMatchObject({ after: null, before: { 'data.title': 'First', status: 'draft' } })
  })

  it('has no entry of what changes nothing, or fails', async () => {
    const { id } = await makeItem(service, 'posts', { state: 'published' })
    const before = (await ofItem(id)).length
    dataOf(await service.ask('PUT', `/content/posts/${id}`, { body: {} }))
    dataOf(await service.ask('POST', `/content/posts/${id}/publish`, { body: {} }))
    const wrong = { data: { shared: 'no number' } }
    expectFailure(await service.ask('PUT', `/content/posts/${id}`, { body: wrong }), '400 VALIDATION_ERROR')
    expectFailure(
      await service.ask('DELETE', `/content/posts/${id}`, { headers: { 'if-match': '"99"' } }),
      '412 PRECONDITION_FAILED',
    )
    expect((await ofItem(id)).length).toBe(before)
  })

  it('knows what the scheduler published', async () => {
    const { id } = await makeItem(service, 'posts', { state: 'scheduled+time' })
    service.clock.forward(2 * hour)
    await publishAllDue(service.services)
    await expect.poll(async () => (await ofItem(id))[0]?.action).toBe('content.publish')
    const [entry] = await ofItem(id)
    expect(entry).toMatchObject({
      interface: 'job',
      userId: null,
      before: { status: 'scheduled' },
      after: { status: 'published', scheduledAt: null },
    })
  })

  it('is exported as NDJSON: all entries of a filter, in the order of the list', async () => {
    const [made] = await service.services.database.reader.rows<AuditRow & StoredFacts>(
      `SELECT * FROM audit_log WHERE action = 'content.create' LIMIT 1`,
      [],
    )
    if (made === undefined) expect.unreachable('there is no entry of a creation')
    const rows = Array.from({ length: 1201 }, () => ({ ...withFacts(made), id: newId(), action: 'many' }))
    await service.services.database.transaction('write', (tx) =>
      insertEntries({ db: tx, services: service.services, now: service.clock.now.toISOString() }, rows),
    )
    const exported = async (query: string, headers = {}): Promise<Any[]> => {
      const answer = await service.ask('GET', `/admin/audit?${query}`, { headers })
      expect(answer.headers['content-type']).toBe('application/x-ndjson; charset=utf-8')
      const lines = answer.text.split('\n')
      expect(lines.pop()).toBe('')
      return lines.map((line) => JSON.parse(line) as Any)
    }
    const all = await exported('action=many&format=ndjson')
    expect(all.map(({ id }) => id)).toEqual(
      rows
        .map(({ id }) => id)
        .toSorted()
        .toReversed(),
    )
    expect(all.slice(0, 100)).toEqual(await entries(service, '&action=many'))
    const accept = { accept: 'application/x-ndjson' }
    expect(await exported('action=many', accept)).toHaveLength(1201)
    expect(await exported('action=none&format=ndjson')).toEqual([])
    expect(await exported('action=many&format=ndjson&to=2000-01-01T00:00:00Z')).toEqual([])
    const { token } = await service.person(40, ['content:read'])
    const refused = await service.ask('GET', '/admin/audit?format=ndjson', { token })
    expectFailure(refused, '403 FORBIDDEN')
    const bad = await service.ask('GET', '/admin/audit?format=xml')
    expectFailure(bad, '400 VALIDATION_ERROR', 'format')
    await service.services.database.transaction('write', (tx) =>
      tx.run(`DELETE FROM audit_log WHERE action = 'many'`, []),
    )
  })

  it.each<[string, (tx: Transaction) => Promise<unknown>, entries: number]>([
    ['changes rows', (tx) => tx.run('UPDATE users SET name = ?', ['Somebody']), 1],
    ['changes rows and reads them', (tx) => tx.rows(`UPDATE users SET name = 'X' RETURNING id`, []), 1],
    ['changes no row', (tx) => tx.run(`UPDATE users SET name = 'X' WHERE id = 'none'`, []), 0],
    ['only reads', (tx) => tx.rows('SELECT id FROM users', []), 0],
  ])('has an entry even of a handler that says nothing and %s', async (_, work, expected) => {
    const operation = operations.sections.delete
    const all = operationHandlers.handlers as Map<Operation, AnyHandler>
    const usual = all.get(operation)
    if (usual === undefined) throw new Error('There is no handler.')
    const [last] = await entries(service)
    all.set(operation, async ({ db }) => {
      await work(db as Transaction)
      return { success: true }
    })
    try {
      await operate(service, operation, { section: 'silent' })
    } finally {
      all.set(operation, usual)
    }
    const made = (await entries(service)).filter(({ id }) => id > last.id)
    expect(made.map(({ action, targetType }) => [action, targetType])).toEqual(
      Array.from({ length: expected }, () => ['sections.delete', 'sections']),
    )
  })

  describe('is read', () => {
    it.each<[query: string, isRight: (entry: Any) => boolean]>([
      ['action=schema.createField', ({ action }) => action === 'schema.createField'],
      ['targetType=collection', ({ targetType }) => targetType === 'collection'],
      ['targetType=content', ({ targetType }) => targetType === 'content'],
      ['interface=cli', (entry) => entry.interface === 'cli'],
      ['interface=job', (entry) => entry.interface === 'job'],
    ])('by %s', async (query, isRight) => {
      const all = await entries(service)
      const found = await entries(service, `&${query}`)
      expect(found.length).toBeGreaterThan(0)
      expect(found).toEqual(all.filter(isRight))
    })

    it('by user, token and time', async () => {
      const { token, userId } = await service.person(50)
      const start = Date.now()
      dataOf(await service.ask('POST', '/settings', { token, body: { tagline: `at ${start}` } }))
      const [entry] = await entries(service, `&userId=${userId}`)
      expect(entry).toMatchObject({ action: 'settings.update', userId, interface: 'rest' })
      expect(await entries(service, `&tokenId=${entry.tokenId}`)).toEqual([entry])
      const at = (milliseconds: number): string => encodeURIComponent(new Date(milliseconds).toISOString())
      const time = Date.parse(entry.at)
      expect(time).toBeGreaterThanOrEqual(start)
      expect(await entries(service, `&userId=${userId}&from=${at(time)}&to=${at(time + 1)}`)).toEqual([entry])
      expect(await entries(service, `&userId=${userId}&from=${at(time + 1)}`)).toEqual([])
      expect(await entries(service, `&userId=${userId}&to=${at(time)}`)).toEqual([])
      expect(await entries(service, '&to=1901-01-01T00:00:00Z')).toEqual([])
    })

    it('page by page, the newest first, nothing twice', async () => {
      const all: Any[] = []
      let query = '?limit=7'
      for (let page = 0; page < 100; page++) {
        const { items, nextCursor } = dataOf(await service.ask('GET', `/admin/audit${query}`))
        all.push(...items)
        if (nextCursor === undefined) break
        query = `?limit=7&cursor=${nextCursor}`
      }
      const ids = all.map(({ id }) => id)
      expect(ids).toEqual([...new Set(ids)].toSorted().toReversed())
      const { n } = (
        await service.services.database.reader.rows('SELECT count(*) AS n FROM audit_log', [])
      )[0] as {
        n: number
      }
      expect(all.length).toBe(n)
    })

    it.each([
      ['userId=', 'userId'],
      ['interface=window', 'interface'],
      ['from=yesterday', 'from'],
      ['limit=101', 'limit'],
      ['cursor=AB', 'cursor'],
      ['who=me', 'who'],
    ])('but not by %s', async (query, path) => {
      const answer = await service.ask('GET', `/admin/audit?${query}`)
      expectFailure(answer, '400 VALIDATION_ERROR')
      expect(issuePaths(answer)).toEqual([path])
    })

    it('not with a cursor of another filter', async () => {
      const { nextCursor } = dataOf(await service.ask('GET', '/admin/audit?limit=1&interface=cli'))
      const answer = await service.ask('GET', `/admin/audit?limit=1&interface=rest&cursor=${nextCursor}`)
      expect(issuePaths(answer)).toEqual(['cursor'])
    })

    it('by admins alone', async () => {
      const ask = (token: string | null) => service.ask('GET', '/admin/audit', { token })
      expectFailure(await ask(null), '401 UNAUTHORIZED')
      for (const role of [10, 20, 30, 40])
        expectFailure(await ask((await service.person(role, ['content:read'])).token), '403 FORBIDDEN')
      const others = [
        'content:read',
        'content:write',
        'media:read',
        'media:write',
        'schema:read',
        'schema:write',
      ]
      expectFailure(await ask((await service.person(50, others)).token), '403 FORBIDDEN', 'admin')
    })
  })

  it('goes with the transaction of its change', async () => {
    const count = async (): Promise<unknown> =>
      (await service.services.database.reader.rows('SELECT count(*) AS n FROM audit_log', []))[0]
    const before = await count()
    const input = { email: 'taken@example.com', name: 'A', role: 10 }
    await operate(service, operations.users.create, input)
    await expect(operate(service, operations.users.create, input)).rejects.toThrow('already')
    expect(await count()).toEqual({ n: (before as { n: number }).n + 1 })
  })
})

describe.each(engines)('old entries on %s', (engine) => {
  it('stay for ever, or go after the days that were said', async () => {
    const service = await startService(engine, { env: { OCTAVO_AUDIT_DAYS: '30' } })
    await service.services.database.transaction('write', async (tx) => {
      for (let count = 0; count < 1200; count++) {
        const id = firstIdAt('2020-01-01T00:00:00.000Z').slice(0, -4) + String(count).padStart(4, '0')
        await tx.run(
          `INSERT INTO audit_log (id, door, action, target_type) VALUES (?, 'cli', 'users.create', 'user')`,
          [id],
        )
      }
    })
    const { services } = service
    const forEver = { ...services, config: { ...services.config, auditDays: null } }
    expect(await removeOldEntries(forEver)).toBe(0)
    expect(await removeOldEntries(services)).toBe(1200)
    const young = await entries(service)
    expect(young.length).toBeGreaterThan(0)
    service.clock.forward(29 * 24 * hour)
    expect(await removeOldEntries(services)).toBe(0)
    service.clock.forward(2 * 24 * hour)
    expect(await removeOldEntries(services)).toBe(young.length)
    await service.close()
  })
})

describe('the log of a change by session', () => {
  it('names the session, and finds what came by it', async () => {
    const service = await startService('sqlite')
    const { userId } = await service.person(50)
    const headers = await sessionOf(service, userId)
    const body = { tagline: 'by session' }
    dataOf(await service.ask('POST', '/settings', { token: null, headers, body }))
    const [entry] = await entries(service)
    expect(entry).toMatchObject({ action: 'settings.update', userId, tokenId: null, clientId: null })
    expect(await entries(service, `&sessionId=${entry.sessionId}`)).toEqual([entry])
    expect(entry.after).toEqual({ tagline: 'by session' })
    await service.close()
  })
})
