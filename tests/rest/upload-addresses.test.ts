import { limits } from '@octavo/contract/limits'
import { removeExpiredUploadAddresses } from '@octavo/server/content/media/upload-address-store'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { dataOf, expectFailure, issuePaths } from '../setup/answers.ts'
import { awaitEvents } from '../setup/events.ts'
import { resultOf } from '../setup/mcp.ts'
import { formOf, picture } from '../setup/media.ts'
import { type Answer, engines, startService, type TestService } from '../setup/service.ts'
import { askAs, sessionOf } from '../setup/sessions.ts'
import { rowsOf } from '../setup/tables.ts'
import { patience } from '../setup/patience.ts'

const minute = 60_000
const over = '403 FORBIDDEN'

describe.each(engines)('upload addresses on %s', (engine) => {
  let service: TestService
  let author: { token: string; userId: string }
  let bytes: Buffer
  const log: string[] = []

  beforeAll(async () => {
    bytes = await picture()
    service = await startService(engine, {
      env: { OCTAVO_MAX_UPLOAD_MB: '1', OCTAVO_LOG_LEVEL: 'info' },
      onLog: (line) => void log.push(JSON.stringify(line)),
    })
  })
  afterAll(() => service.close())
  beforeEach(async () => {
    author = await service.person(30, ['media:write', 'media:read'])
  })

  const address = async (body: object = {}, token = author.token): Promise<string> =>
    dataOf(await service.ask('POST', '/media/upload', { body, token }), 201).uploadUrl
  const pathOf = (url: string): string => new URL(url).pathname.replace('/_cms/api', '')
  const send = (
    url: string,
    body: Buffer | string = bytes,
    { method = 'PUT', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
  ): Promise<Answer> =>
    // The headers of `ask` say that a body is JSON, as programs do that say something wrong of it.
    service.ask(method, pathOf(url), { token: null, body, headers })

  it('take the bytes of a file once, by whoever asked for them', async () => {
    const before = service.clock.now.getTime()
    const { uploadUrl, expiresAt, maxBytes } = await resultOf(
      service,
      'media_upload',
      { filename: 'pot.png', alt: 'A pot', caption: 'Made of clay' },
      { toolsets: 'media', token: author.token },
    )
    expect(Date.parse(expiresAt) - before).toBe(15 * minute)
    expect(maxBytes).toBe(1024 * 1024)
    expect(uploadUrl).toMatch(/^http:\/\/localhost:4400\/_cms\/api\/media\/upload\/cms_upl_[\w-]{43}$/)
    const { item } = dataOf(await send(uploadUrl), 201)
    expect(item).toMatchObject({
      filename: 'pot.png',
      mimeType: 'image/png',
      size: bytes.length,
      alt: 'A pot',
      caption: 'Made of clay',
      authorId: author.userId,
    })
    const served = await service.ask('GET', pathOf(item.url), { token: null })
    expect(served.bytes.equals(bytes)).toBe(true)
    expectFailure(await send(uploadUrl), over)
    const [entry] = dataOf(await service.ask('GET', `/admin/audit?targetId=${item.id}`)).items
    expect(entry).toMatchObject({ action: 'media.create', userId: author.userId, interface: 'rest' })
    await awaitEvents(service)
    const events = dataOf(await service.ask('GET', '/events?limit=1000')).items
    expect(events).toContainEqual(expect.objectContaining({ type: 'media.created', itemId: item.id }))
  })

  it('take a form, and a body without a type', async () => {
    const form = formOf([{ name: 'file', filename: 'form.png', type: 'image/png', content: bytes }])
    const byForm = await send(await address(), form.body, { method: 'POST', headers: form.headers })
    expect(dataOf(byForm, 201).item).toMatchObject({ filename: 'form.png', mimeType: 'image/png' })
    const named = await send(await address({ filename: 'own.png' }), form.body, {
      method: 'POST',
      headers: form.headers,
    })
    expect(dataOf(named, 201).item.filename).toBe('own.png')
    const type = 'application/x-www-form-urlencoded'
    const typed = await send(await address(), bytes, { method: 'POST', headers: { 'content-type': type } })
    expect(dataOf(typed, 201).item).toMatchObject({ filename: 'file', mimeType: 'image/png' })
    const text = await send(await address({ filename: 'a.json', mimeType: 'application/json' }), '{"a":1}')
    expect(dataOf(text, 201).item.mimeType).toBe('application/json')
  })

  it('check the bytes as other uploads do', async () => {
    const declared = await send(await address({ filename: 'a.png', mimeType: 'image/png' }), '<html>')
    expectFailure(declared, '400 VALIDATION_ERROR')
    expectFailure(await send(await address(), Buffer.alloc(1024 * 1024 + 1)), '413 PAYLOAD_TOO_LARGE')
    const form = formOf([{ name: 'other', filename: 'form.png', content: bytes }])
    const wrong = await send(await address(), form.body, { method: 'POST', headers: form.headers })
    expect(issuePaths(wrong)).toEqual(['other'])
    expect(issuePaths(await service.ask('POST', '/media/upload', { body: { filename: '../a' } }))).toEqual([
      'filename',
    ])
  })

  it('still work after a request that has no bytes, or says that it has too many', async () => {
    const url = await address()
    expectFailure(await service.ask('PUT', pathOf(url), { token: null }), '400 VALIDATION_ERROR')
    expectFailure(await service.ask('POST', pathOf(url), { token: null, body: '' }), '400 VALIDATION_ERROR')
    expect((await service.ask('GET', pathOf(url), { token: null })).status).toBe(405)
    expectFailure(await send(url, Buffer.alloc(1024 * 1024 + 1)), '413 PAYLOAD_TOO_LARGE')
    dataOf(await send(url), 201)
  })

  it('take bytes as they come over a connection, and nothing of one that breaks off', async () => {
    await service.server.listen({ port: 0, host: '127.0.0.1' })
    const { port } = service.server.server.address() as { port: number }
    const large = Buffer.concat([bytes, Buffer.alloc(1000 * 1024 - bytes.length)])
    const begin = async (): Promise<ClientRequest> =>
      request({ port, method: 'PUT', path: new URL(await address({ filename: 'p.png' })).pathname })
    const whole = await begin()
    const answered = once(whole, 'response')
    for (let at = 0; at < large.length; at += 64 * 1024) {
      whole.write(large.subarray(at, at + 64 * 1024))
      await setImmediate()
    }
    whole.end()
    const [{ statusCode }] = (await answered) as [IncomingMessage]
    expect(statusCode).toBe(201)
    const [stored] = dataOf(await service.ask('GET', '/media?limit=1')).items
    expect(stored).toMatchObject({ filename: 'p.png', size: large.length })
    const broken = await begin()
    broken.on('error', () => undefined)
    broken.write(large.subarray(0, 64 * 1024))
    const arriving = (): string[] => readdirSync(join(service.services.config.dataDir, 'uploads'))
    await vi.waitFor(() => expect(arriving()).toHaveLength(1), { timeout: patience })
    broken.destroy()
    await vi.waitFor(() => expect(arriving()).toEqual([]), { timeout: patience })
    expect(dataOf(await service.ask('GET', '/media?limit=1')).items[0].id).toBe(stored.id)
  })

  it('take one file where two come at once', async () => {
    const url = await address()
    const answers = await Promise.all([send(url), send(url), send(url)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 403, 403])
  })

  it('end after fifteen minutes, and are removed', async () => {
    const url = await address()
    service.clock.forward(15 * minute - 1)
    dataOf(await send(await address()), 201)
    service.clock.forward(1)
    expectFailure(await send(url), over)
    service.clock.forward(15 * minute)
    await removeExpiredUploadAddresses(service.services, service.clock.now.toISOString())
    expect(await rowsOf(service, 'SELECT id FROM upload_addresses')).toEqual([])
  })

  it('end with the token that asked for them', async () => {
    const url = await address()
    const asPerson = askAs(service, await sessionOf(service, author.userId))
    const { items } = dataOf(await asPerson('GET', '/admin/api-tokens'))
    dataOf(await asPerson('DELETE', `/admin/api-tokens/${items[0].id}`))
    expectFailure(await send(url), over)
  })

  it('end when the time of a grant is over', async () => {
    const run = (sql: string, parameters: readonly (string | null)[]) =>
      service.services.database.transaction('write', (tx) => tx.run(sql, parameters))
    const { now } = service.clock
    const time = (minutes: number): string => new Date(now.getTime() + minutes * minute).toISOString()
    const end = (at: string | null) => run('UPDATE oauth_grants SET ends_at = ?', [at])
    await run(
      `INSERT INTO oauth_grants (id, user_id, client_id, client_name, scopes, resources, can_delete, change_sets_only,
         confirm_destructive, is_used, expires_at, created_at)
       VALUES ('01J0000000000GRANT00000001', ?, 'app', 'App', '[]', '[]', 1, 0, 0, 1, ?, ?)`,
      [author.userId, time(60), time(0)],
    )
    const url = await address()
    await run("UPDATE upload_addresses SET token_id = '01J0000000000GRANT00000001', client_id = 'app'", [])
    await end(time(0))
    expectFailure(await send(url), over)
    await end(time(1))
    dataOf(await send(url), 201)
  })

  it('end with the session that asked for them', async () => {
    const asPerson = askAs(service, await sessionOf(service, author.userId))
    const url = dataOf(await asPerson('POST', '/media/upload', {}), 201).uploadUrl
    dataOf(await asPerson('POST', '/auth/logout'))
    expectFailure(await send(url), over)
  })

  it('follow the role of the person', async () => {
    const [disabled, lowered] = [await address(), await address()]
    const user = `/admin/users/${author.userId}`
    const put = (body: object) => service.ask('PATCH', user, { body })
    dataOf(await put({ role: 10 }))
    expectFailure(await send(lowered), '403 FORBIDDEN')
    dataOf(await put({ role: 30 }))
    dataOf(await service.ask('POST', `${user}/disable`))
    expectFailure(await send(disabled), over)
    dataOf(await service.ask('POST', `${user}/enable`))
    dataOf(await send(disabled), 201)
  })

  it('are made by those who may upload, for others than the site', async () => {
    const reader = await service.person(30, ['media:read'])
    expectFailure(
      await service.ask('POST', '/media/upload', { body: {}, token: reader.token }),
      '403 FORBIDDEN',
    )
    expectFailure(await service.ask('POST', '/media/upload', { body: {}, token: null }), '401 UNAUTHORIZED')
  })

  it.each([
    ['unknown', `cms_upl_${'x'.repeat(43)}`],
    ['short', 'x'],
    ['long', 'x'.repeat(2000)],
    ['of another kind', 'TOKEN'],
  ])('%s ones are refused before the body is read', async (_, secret) => {
    const url = `http://localhost/_cms/api/media/upload/${secret === 'TOKEN' ? author.token : secret}`
    expectFailure(await send(url), over)
  })

  it('are stored and logged without their secret', async () => {
    const url = await address()
    const secret = url.split('/').at(-1) ?? ''
    dataOf(await send(url), 201)
    const tables = ['audit_log', 'upload_addresses', 'events']
    for (const table of tables)
      expect(JSON.stringify(await rowsOf(service, `SELECT * FROM ${table}`))).not.toContain(secret)
    expect(log.join('\n')).toContain('/media/upload/')
    expect(log.join('\n')).not.toContain(secret)
  })

  it('of one person are bounded: the oldest ends', async () => {
    const { ofPerson } = limits.uploadAddresses
    const first = await address()
    const second = await address()
    for (let count = 2; count <= ofPerson; count++) await address()
    expectFailure(await send(first), over)
    dataOf(await send(second), 201)
  })
})
