import { statSync } from 'node:fs'
import { join } from 'node:path'
import { limits } from '@octavo/contract/limits'
import { oldDeliveries } from '@octavo/server/maintenance/jobs/retention/deliveries'
import { runPass } from '@octavo/server/maintenance/jobs/retention/pass'
import { encodeCursor } from '@octavo/server/platform/cursor'
import { SecretBox } from '@octavo/server/changes/webhooks/secret-box'
import { Webhook as Verifier } from 'standardwebhooks'
import { Webhook as SvixVerifier } from 'svix'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { dataOf, expectFailure } from '../setup/answers.ts'
import { hour, makeCollection, makeItem } from '../setup/content.ts'
import { awaitEvents } from '../setup/events.ts'
import { patience } from '../setup/patience.ts'
import { engines, rowsFor, secretKey, startService, type TestService } from '../setup/service.ts'
import { rowsOf } from '../setup/tables.ts'
import { eventsIn, type Received, type Receiver, refusedAddress, startReceiver } from '../setup/webhooks.ts'

const day = 24 * hour
const supports = ['drafts', 'revisions', 'scheduling']
const fields = [{ slug: 'title', type: 'string' }]

interface Delivery {
  id: string
  type: string
  eventCount: number
  state: string
  attempts: number
  status: number | null
  failure: string | null
  answer: string | null
  nextTryAt: string | null
  body: string
}

const accept: Receiver['answer'] = (_, response) => void response.writeHead(204).end()
const refuse =
  (status: number): Receiver['answer'] =>
  (_, response) =>
    void response.writeHead(status).end('no')

const until = (check: () => unknown): Promise<unknown> =>
  vi.waitFor(check, { timeout: patience, interval: 20 })

describe.each(engines)('webhooks on %s', (engine) => {
  let service: TestService
  let receiver: Receiver
  let paths = 0
  const made: string[] = []

  beforeAll(async () => {
    receiver = await startReceiver()
    service = await startService(engine, {
      env: { OCTAVO_LOCALES: 'en,de', OCTAVO_WEBHOOK_ORIGINS: receiver.origin },
    })
    for (const slug of ['posts', 'notes']) await makeCollection(service, slug, { supports, fields })
  })
  afterAll(async () => {
    await service.close()
    await receiver.close()
  })
  // Otherwise a new webhook could be sent the end of what was before it.
  beforeEach(() => awaitEvents(service))
  afterEach(async () => {
    receiver.answer = accept
    for (const id of made.splice(0)) await service.ask('DELETE', `/webhooks/${id}`)
  })

  interface Made {
    id: string
    secret: string
    path: string
    requests(): Received[]
    deliveries(): Promise<Delivery[]>
    state(): Promise<{ isPaused: boolean; pauseReason: string | null; failingSince: string | null }>
    change(body: object): Promise<void>
  }

  async function webhook(input: object = {}): Promise<Made> {
    const path = `/hook${++paths}`
    const body = { url: receiver.origin + path, types: ['content.published'], ...input }
    const { item, secret } = dataOf(await service.ask('POST', '/webhooks', { body }), 201)
    made.push(item.id)
    const at = `/webhooks/${item.id}`
    return {
      id: item.id,
      secret,
      path,
      requests: () => receiver.at(path),
      deliveries: async () => dataOf(await service.ask('GET', `${at}/deliveries?limit=100`)).items,
      state: async () => dataOf(await service.ask('GET', at)).item,
      change: async (changes) => void dataOf(await service.ask('PUT', at, { body: changes })),
    }
  }

  const publish = (collection = 'posts', more: object = {}): Promise<{ id: string; slug: string }> =>
    makeItem(service, collection, { state: 'published', ...more })
  const again = async (id: string): Promise<void> => {
    for (const step of ['unpublish', 'publish'])
      dataOf(await service.ask('POST', `/content/posts/${id}/${step}`, { body: {} }))
  }
  const stateOf = async (hook: Made): Promise<string[]> =>
    (await hook.deliveries()).map(({ state, attempts }) => `${state} ${attempts}`)
  const passTime = (milliseconds: number): void => {
    service.clock.forward(milliseconds)
    service.services.webhookSignal.ring()
  }

  it('are sent what happens, signed as Standard Webhooks says', async () => {
    const hook = await webhook()
    expect(hook.secret).toMatch(/^whsec_[\w+/]{43}=$/)
    const { id } = await publish('posts', { slug: 'signed' })
    await until(() => expect(hook.requests()).toHaveLength(1))
    const [request] = hook.requests() as [Received]
    const headers = request.headers as Record<string, string>
    const reported = new Verifier(hook.secret).verify(request.body, headers)
    expect(() => new SvixVerifier(hook.secret).verify(request.body, headers)).not.toThrow()
    expect(reported).toEqual({
      type: 'content.published',
      timestamp: service.clock.now.toISOString(),
      data: expect.objectContaining({ type: 'content.published', itemId: id, slug: 'signed', isLive: true }),
    })
    expect(headers['content-type']).toBe('application/json')
    const other = `whsec_${Buffer.alloc(32).toString('base64')}`
    for (const Refusing of [Verifier, SvixVerifier])
      expect(() => new Refusing(other).verify(request.body, headers)).toThrow('No matching signature')
    await until(async () => expect(await stateOf(hook)).toEqual(['delivered 1']))
    expect(await hook.deliveries()).toMatchObject([
      { id: headers['webhook-id'], status: 204, failure: null, answer: null, body: request.body },
    ])
  })

  it('tell the secret once, and store it encrypted', async () => {
    const hook = await webhook()
    const listed = await service.ask('GET', '/webhooks')
    expect(listed.text).not.toContain(hook.secret)
    expect((await service.ask('GET', '/admin/audit?limit=20')).text).not.toContain(hook.secret)
    const stored = JSON.stringify(await rowsOf(service, 'SELECT * FROM webhooks'))
    expect(stored).toContain(hook.id)
    expect(stored).not.toContain(hook.secret.slice('whsec_'.length))
  })

  it('sign with both secrets for a day after a change', async () => {
    const hook = await webhook()
    const { secret } = dataOf(await service.ask('POST', `/webhooks/${hook.id}/rotate-secret`))
    expect(secret).not.toBe(hook.secret)
    await publish()
    await until(() => expect(hook.requests()).toHaveLength(1))
    passTime(day + 1)
    const after = await publish()
    await until(() => expect(eventsIn(hook.requests()).map(({ itemId }) => itemId)).toContain(after.id))
    const verifies = ({ body, headers }: Received, by: string): boolean => {
      // The clock of the test is ahead of the one that the verifier uses.
      const time = Number(headers['webhook-timestamp'])
      const now = vi.spyOn(Date, 'now').mockReturnValue(time * 1000)
      try {
        return new Verifier(by).verify(body, headers as Record<string, string>) !== null
      } catch {
        return false
      } finally {
        now.mockRestore()
      }
    }
    const [during, behind] = hook.requests() as [Received, Received]
    expect([verifies(during, secret), verifies(during, hook.secret)]).toEqual([true, true])
    expect([verifies(behind, secret), verifies(behind, hook.secret)]).toEqual([true, false])
  })

  it('are sent what their filters let through', async () => {
    const all = await webhook({ types: null })
    const notes = await webhook({ types: null, collections: ['notes'] })
    const german = await webhook({ types: ['content.published', 'menu.created'], locales: ['de'] })
    await publish('posts', { slug: 'p' })
    await publish('notes', { slug: 'n' })
    const translated = { data: {}, slug: 'd', locale: 'de', status: 'published' }
    dataOf(await service.ask('POST', '/content/posts', { body: translated }), 201)
    const menu = { name: `menu${paths}`, label: 'M' }
    dataOf(await service.ask('POST', '/menus', { body: menu }), 201)
    const reported = (hook: Made): string[] =>
      eventsIn(hook.requests())
        .map(({ type, slug }) => `${type} ${slug}`)
        .toSorted()
    await until(() => expect(reported(all)).toHaveLength(7))
    await until(() => expect(reported(notes)).toEqual(['content.created n', 'content.published n']))
    await until(() => expect(reported(german)).toEqual(['content.published d', `menu.created ${menu.name}`]))
  })

  it('are tried again later and later, with the same id and body, and then no more', async () => {
    const hook = await webhook()
    receiver.answer = refuse(500)
    await publish()
    await until(async () => expect(await stateOf(hook)).toEqual(['pending 1']))
    const [first] = await hook.deliveries()
    expect(first).toMatchObject({ status: 500, failure: 'status', answer: 'no' })
    const wait = Date.parse(first?.nextTryAt ?? '') - service.clock.now.getTime()
    expect([wait >= 5000, wait < 6000]).toEqual([true, true])
    passTime(4000)
    const waits: number[] = []
    for (let attempts = 2; attempts <= 11; attempts++) {
      const [before] = await hook.deliveries()
      waits.push(Date.parse(before?.nextTryAt ?? '') - service.clock.now.getTime())
      passTime(waits.at(-1) ?? 0)
      await until(async () => expect((await hook.deliveries())[0]?.attempts).toBe(attempts))
    }
    expect(waits.slice(1).every((time, index) => time > (waits[index] ?? 0))).toBe(true)
    expect(Date.parse((await hook.state()).failingSince ?? '')).toBeLessThan(
      service.clock.now.getTime() - 23 * hour,
    )
    // Everything has failed for a day.
    expect(await hook.state()).toMatchObject({ isPaused: true, pauseReason: 'failing' })
    const ids = new Set(hook.requests().map(({ id, body }) => `${id} ${body}`))
    expect([hook.requests().length, ids.size]).toEqual([11, 1])
    receiver.answer = accept
    await hook.change({ isPaused: false })
    await until(async () => expect(await stateOf(hook)).toEqual(['delivered 1']))
    expect(await hook.state()).toMatchObject({ isPaused: false, pauseReason: null, failingSince: null })
  })

  it('give up a delivery that alone fails for a day, and go on', async () => {
    const hook = await webhook()
    const bad = await publish()
    await until(async () => expect(await stateOf(hook)).toEqual(['delivered 1']))
    receiver.answer = ({ body }, response) =>
      void response.writeHead(body.includes(bad.id) ? 500 : 200).end('{}')
    await again(bad.id)
    for (let attempts = 1; attempts <= 11; attempts++) {
      const found = (): Promise<Delivery | undefined> =>
        hook
          .deliveries()
          .then((all) => all.find(({ body, status }) => body.includes(bad.id) && status !== 204))
      await until(async () => expect((await found())?.attempts).toBe(attempts))
      const { nextTryAt } = (await found()) as Delivery
      if (nextTryAt === null) break
      const good = await publish()
      await until(() => expect(eventsIn(hook.requests()).map(({ itemId }) => itemId)).toContain(good.id))
      await until(async () => expect((await hook.state()).failingSince).toBeNull())
      passTime(Date.parse(nextTryAt) - service.clock.now.getTime())
    }
    await until(async () =>
      expect((await stateOf(hook)).filter((state) => state === 'failed 11')).toHaveLength(1),
    )
    expect((await hook.state()).isPaused).toBe(false)
  })

  it('keep the order of an item when one fails, and nothing else waits for it', async () => {
    const hook = await webhook({ types: ['content.published', 'content.unpublished'] })
    const { id } = await publish()
    await until(() => expect(hook.requests()).toHaveLength(1))
    receiver.answer = ({ body }, response) => void response.writeHead(body.includes(id) ? 503 : 204).end()
    await again(id)
    await until(async () => expect((await stateOf(hook))[1]).toBe('pending 1'))
    const others = await Promise.all(Array.from({ length: 5 }, () => publish()))
    const arrived = (): string[] => eventsIn(hook.requests()).map(({ itemId }) => itemId)
    await until(() => expect(arrived()).toEqual(expect.arrayContaining(others.map((other) => other.id))))
    const ofItem = (): string[] =>
      eventsIn(hook.requests())
        .filter(({ itemId }) => itemId === id)
        .map(({ type }) => type)
    expect(ofItem()).toEqual(['content.published', 'content.unpublished'])
    receiver.answer = accept
    passTime(10_000)
    await until(() =>
      expect(ofItem()).toEqual([
        'content.published',
        'content.unpublished',
        'content.unpublished',
        'content.published',
      ]),
    )
    await until(async () =>
      expect(new Set((await hook.deliveries()).map(({ state }) => state))).toEqual(new Set(['delivered'])),
    )
  })

  it('pause after 410, and send what came meanwhile when they are started again', async () => {
    const hook = await webhook()
    receiver.answer = refuse(410)
    await publish()
    await until(async () => expect(await hook.state()).toMatchObject({ isPaused: true, pauseReason: 'gone' }))
    const { items } = dataOf(await service.ask('GET', '/admin/audit?action=webhooks.update'))
    expect(items[0]).toMatchObject({ targetId: hook.id, interface: 'job', after: { pauseReason: 'gone' } })
    receiver.answer = accept
    await publish()
    passTime(hour)
    expectFailure(
      await service.ask(
        'POST',
        `/webhooks/${hook.id}/deliveries/${(await hook.deliveries())[0]?.id}/redeliver`,
      ),
      '409 CONFLICT',
    )
    expect(hook.requests()).toHaveLength(1)
    await hook.change({ isPaused: false })
    await until(() => expect(hook.requests()).toHaveLength(3))
  })

  it('send a delivery again on demand, with the same id', async () => {
    const hook = await webhook()
    await publish()
    await until(async () => expect(await stateOf(hook)).toEqual(['delivered 1']))
    const [{ id }] = (await hook.deliveries()) as [Delivery]
    dataOf(await service.ask('POST', `/webhooks/${hook.id}/deliveries/${id}/redeliver`))
    await until(() => expect(hook.requests()).toHaveLength(2))
    expect(hook.requests().map((request) => request.id)).toEqual([id, id])
    receiver.answer = refuse(500)
    await publish()
    await until(async () => expect((await stateOf(hook))[0]).toBe('pending 1'))
    receiver.answer = accept
    const [waiting] = (await hook.deliveries()) as [Delivery]
    dataOf(await service.ask('POST', `/webhooks/${hook.id}/deliveries/${waiting.id}/redeliver`))
    await until(async () => expect((await stateOf(hook))[0]).toBe('delivered 1'))
  })

  it('are tested at once, also where nothing is trusted', async () => {
    const hook = await webhook()
    const test = await service.ask('POST', `/webhooks/${hook.id}/test`)
    expect(dataOf(test).item).toMatchObject({ type: 'webhook.test', state: 'delivered', status: 204 })
    expect(hook.requests()).toHaveLength(1)
    const elsewhere = await webhook({ url: refusedAddress })
    const refused = await service.ask('POST', `/webhooks/${elsewhere.id}/test`)
    expect(dataOf(refused).item).toMatchObject({ state: 'failed', status: null, failure: 'addressRefused' })
    expect(await stateOf(elsewhere)).toEqual(['failed 1'])
  })

  it('follow no redirect, and read only the beginning of an answer', async () => {
    const hook = await webhook()
    receiver.answer = (_, response) =>
      void response.writeHead(302, { location: `${receiver.origin}/elsewhere` }).end()
    const redirected = dataOf(await service.ask('POST', `/webhooks/${hook.id}/test`)).item
    expect(redirected).toMatchObject({ state: 'failed', status: 302 })
    expect(receiver.at('/elsewhere')).toEqual([])
    receiver.answer = (_, response) => void response.writeHead(200).end('x\0'.repeat(5_000_000))
    const long = dataOf(await service.ask('POST', `/webhooks/${hook.id}/test`)).item
    expect(long).toMatchObject({ state: 'delivered', status: 200 })
    expect(long.answer).toHaveLength(1000)
  })

  it('fail where the receiver offers another protocol', async () => {
    const hook = await webhook()
    receiver.answer = (_, response) =>
      void response.writeHead(101, { connection: 'upgrade', upgrade: 'websocket' }).end()
    const tested = dataOf(await service.ask('POST', `/webhooks/${hook.id}/test`)).item
    expect(tested).toMatchObject({ state: 'failed', status: null, failure: 'unreachable' })
    await publish()
    await until(async () => expect(await stateOf(hook)).toEqual(['pending 1', 'failed 1']))
  })

  it('are tried again at once where they get another address', async () => {
    const hook = await webhook()
    receiver.answer = ({ path }, response) => void response.writeHead(path === '/right' ? 204 : 404).end()
    await publish()
    await until(async () => expect(await stateOf(hook)).toEqual(['pending 1']))
    expect((await hook.state()).failingSince).not.toBeNull()
    await hook.change({ url: `${receiver.origin}/right` })
    await until(async () => expect(await stateOf(hook)).toEqual(['delivered 1']))
    expect((await hook.state()).failingSince).toBeNull()
  })

  it('do not wait for the receiver of another, which hangs', async () => {
    const slow = await webhook()
    const quick = await webhook()
    receiver.answer = ({ path }, response) => {
      if (path !== slow.path) response.writeHead(204).end()
    }
    const ids = []
    for (let count = 0; count < 10; count++) ids.push((await publish()).id)
    await until(() => expect(quick.requests()).toHaveLength(10))
    await until(() => expect(slow.requests()).not.toHaveLength(0))
    const underWay = (await slow.deliveries()).find(({ body }) => body === slow.requests()[0]?.body)
    // It is being sent already.
    dataOf(await service.ask('POST', `/webhooks/${slow.id}/deliveries/${underWay?.id}/redeliver`))
    // The deliveries of each webhook are created in a separate transaction.
    await until(async () => {
      const waiting = await stateOf(slow)
      expect(waiting.filter((state) => state.startsWith('pending'))).toHaveLength(10)
    })
    // A webhook that is deleted while deliveries are under way leaves nothing.
    dataOf(await service.ask('DELETE', `/webhooks/${slow.id}`))
    expect(
      await rowsOf(service, `SELECT id FROM webhook_deliveries WHERE webhook_id = '${slow.id}'`),
    ).toEqual([])
    expect(await rowsOf(service, `SELECT name FROM event_readers WHERE name = 'webhook ${slow.id}'`)).toEqual(
      [],
    )
  })

  it('share deliveries where many events come together, in the order of each item', async () => {
    const hook = await webhook({ types: ['content.published', 'content.unpublished'] })
    await hook.change({ isPaused: true })
    const ids: string[] = []
    for (let count = 0; count < 60; count++) ids.push((await publish()).id)
    for (const id of ids.slice(0, 20)) await again(id)
    // Those that can be read later alone would have deliveries of their own.
    await awaitEvents(service)
    await hook.change({ isPaused: false })
    await until(() => expect(eventsIn(hook.requests())).toHaveLength(100))
    expect(hook.requests().length).toBeLessThanOrEqual(32)
    for (const id of ids.slice(0, 20)) {
      const types = eventsIn(hook.requests())
        .filter(({ itemId }) => itemId === id)
        .map(({ type }) => type)
      expect(types).toEqual(['content.published', 'content.unpublished', 'content.published'])
    }
  })

  it('wait as long as they should though the clock has gone back', async () => {
    const hook = await webhook()
    receiver.answer = refuse(500)
    await publish()
    await until(async () => expect(await stateOf(hook)).toEqual(['pending 1']))
    passTime(-day)
    await until(async () => expect(await stateOf(hook)).toEqual(['pending 2']))
    expect((await hook.state()).failingSince).toBe(service.clock.now.toISOString())
    receiver.answer = accept
    passTime(hour)
    await until(async () => expect(await stateOf(hook)).toEqual(['delivered 3']))
    passTime(day)
  })

  const removeOld = (): Promise<void> =>
    runPass(service.services, oldDeliveries(limits.eventDays, service.clock.now), {
      now: service.clock.now.toISOString(),
      signal: AbortSignal.timeout(patience),
    })

  it('keep deliveries for a week after their end', async () => {
    const hook = await webhook()
    await publish()
    await until(async () => expect(await stateOf(hook)).toEqual(['delivered 1']))
    passTime(6 * day)
    await removeOld()
    expect(await hook.deliveries()).toHaveLength(1)
    passTime(day + hour)
    await removeOld()
    expect(await hook.deliveries()).toEqual([])
  })

  it('keep the newest deliveries of each, and those that wait', async () => {
    const [busy, other] = [await webhook(), await webhook()]
    receiver.answer = ({ body }, response) =>
      void response.writeHead(body.includes('"waits"') ? 500 : 204).end()
    await publish('posts', { slug: 'waits' })
    await publish()
    for (const hook of [busy, other])
      await until(async () => expect(await stateOf(hook)).toEqual(['delivered 1', 'pending 1']))
    await service.services.database.transaction('write', (tx) =>
      tx.run('UPDATE webhooks SET last_number = last_number + ? WHERE id = ?', [
        limits.keptDeliveries,
        busy.id,
      ]),
    )
    dataOf(await service.ask('POST', `/webhooks/${busy.id}/test`))
    service.clock.forward(hour)
    await removeOld()
    const states = async (hook: Made) => (await hook.deliveries()).map(({ state }) => state)
    expect(await states(busy)).toEqual(['delivered', 'pending'])
    expect((await busy.deliveries())[0]?.type).toBe('webhook.test')
    expect(await states(other)).toEqual(['delivered', 'pending'])
  })

  it('go page by page through the deliveries', async () => {
    const hook = await webhook()
    for (let count = 0; count < 3; count++) dataOf(await service.ask('POST', `/webhooks/${hook.id}/test`))
    const path = `/webhooks/${hook.id}/deliveries?limit=2`
    const first = dataOf(await service.ask('GET', path))
    const second = dataOf(await service.ask('GET', `${path}&cursor=${first.nextCursor}`))
    expect([first.items.length, second.items.length, second.nextCursor]).toEqual([2, 1, undefined])
    const ids = [...first.items, ...second.items].map(({ id }: Delivery) => id)
    expect(new Set(ids).size).toBe(3)
    for (const key of [1e300, 1.5, 'x', null]) {
      const cursor = encodeCursor(`webhooks.deliveries ${hook.id}`, { key, id: 'x' })
      expectFailure(await service.ask('GET', `${path}&cursor=${cursor}`), '400 VALIDATION_ERROR')
    }
  })

  it.each(
    rowsFor(engine, [
      ['url', { url: 'http://example.com/' }],
      ['url', { url: 'https://a:b@example.com/' }],
      ['url', { url: 'ftp://example.com/' }],
      ['url', { url: `https://example.com/${'x'.repeat(2000)}` }],
      ['url', {}],
      ['types.0', { url: refusedAddress, types: ['content.burnt'] }],
      ['types', { url: refusedAddress, types: [] }],
      ['types', { url: refusedAddress, types: ['menu.created', 'menu.created'] }],
      ['collections.0', { url: refusedAddress, collections: ['postss'] }],
      ['locales.0', { url: refusedAddress, locales: ['fr'] }],
      ['secret', { url: refusedAddress, secret: 'x' }],
    ] as const),
  )('refuse a wrong %s: %j', async (path, body) => {
    const answer = await service.ask('POST', '/webhooks', { body })
    expectFailure(answer, '400 VALIDATION_ERROR')
    expect(answer.body.error.details.issues.map((issue: { path: string }) => issue.path)).toContain(path)
  })

  const unreachable = [
    'http://example.com/',
    'https://localhost/',
    'https://printer.local/',
    'https://127.0.0.1/',
    'https://127.0.0.1./',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[fd12::1]:8443/',
  ]
  it.each(unreachable)('refuse the address %s, which nothing can be sent to', async (url) => {
    const hook = await webhook()
    const { path } = hook
    for (const [method, at] of [
      ['POST', '/webhooks'],
      ['PUT', `/webhooks/${hook.id}`],
    ] as const) {
      const answer = await service.ask(method, at, { body: { url } })
      expectFailure(answer, '400 VALIDATION_ERROR', 'url: must be an https address on the public network')
      expect(answer.body.error.details.issues).toMatchObject([
        { path: 'url', rule: 'publicAddress', params: { setting: 'OCTAVO_WEBHOOK_ORIGINS' } },
      ])
    }
    expect(dataOf(await service.ask('GET', '/webhooks')).items).toMatchObject([
      { id: hook.id, url: receiver.origin + path },
    ])
  })

  it.each(['https://8.8.8.8/', 'https://[2606:4700:4700::1111]/', refusedAddress])(
    'may have the address %s',
    async (url) => {
      const hook = await webhook({ url, types: ['menu.deleted'] })
      expect(await hook.state()).toMatchObject({ url })
    },
  )

  it('keep an address that is refused now until they get another one', async () => {
    const hook = await webhook({ url: refusedAddress })
    const url = 'https://10.0.0.1/hook'
    await service.services.database.transaction('write', (tx) =>
      tx.run('UPDATE webhooks SET url = ? WHERE id = ?', [url, hook.id]),
    )
    const settings = {
      url,
      types: ['content.published'],
      collections: null,
      locales: null,
      description: null,
    }
    await hook.change({ ...settings, isPaused: true })
    expect(await hook.state()).toMatchObject({ ...settings, isPaused: true })
    const other = await service.ask('PUT', `/webhooks/${hook.id}`, { body: { url: `${url}/other` } })
    expectFailure(other, '400 VALIDATION_ERROR', 'url: ')
  })

  it('are for admins alone', async () => {
    const { token } = await service.person(50, ['content:read', 'content:write'])
    expectFailure(await service.ask('GET', '/webhooks', { token }), '403 FORBIDDEN')
    const editor = (await service.person(40, ['content:write'])).token
    const body = { url: refusedAddress }
    expectFailure(await service.ask('POST', '/webhooks', { token: editor, body }), '403 FORBIDDEN')
    for (const path of ['/webhooks/none', '/webhooks/none/deliveries'])
      expectFailure(await service.ask('GET', path), '404 NOT_FOUND')
  })

  it('are of a bounded number', async () => {
    const make = () =>
      service.ask('POST', '/webhooks', { body: { url: refusedAddress, types: ['menu.deleted'] } })
    let answer = await make()
    for (; answer.status === 201; answer = await make()) made.push(answer.body.data.item.id)
    expectFailure(answer, '409 CONFLICT')
    expect(made).toHaveLength(50)
  })
})

describe('the key of the installation', () => {
  it('opens nothing that was cut off or changed', async () => {
    const box = new SecretBox({ secretKey, databaseUrl: null, dataDir: '' })
    const stored = await box.encrypt('secret', 'owner')
    expect(await box.decrypt(stored, 'owner')).toBe('secret')
    expect(await box.decrypt(stored, 'another')).toBeNull()
    for (let length = 0; length < stored.length; length++)
      expect([length, await box.decrypt(stored.slice(0, length), 'owner')]).toEqual([length, null])
  })

  it('is a file that nobody else can read, on SQLite without the setting', async () => {
    const service = await startService('sqlite', { env: { OCTAVO_SECRET_KEY: '' } })
    try {
      dataOf(await service.ask('POST', '/webhooks', { body: { url: refusedAddress } }), 201)
      const { mode } = statSync(join(service.services.config.dataDir, 'secret.key'))
      expect(mode & 0o777).toBe(0o600)
    } finally {
      await service.close()
    }
  })

  it('must be set on PostgreSQL', async () => {
    const service = await startService('postgres', { env: { OCTAVO_SECRET_KEY: '' } })
    try {
      const answer = await service.ask('POST', '/webhooks', { body: { url: refusedAddress } })
      expectFailure(answer, '409 CONFLICT')
      expect(answer.body.error.details.reason).toBe('secretKeyNeeded')
    } finally {
      await service.close()
    }
  })
})
