import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, outcome } from '../setup/answers.ts'
import { hour, makeCollection } from '../setup/content.ts'
import {
  approvedCode,
  askToken,
  changeUser,
  exchangeForm,
  expectRefusal,
  authorizeApp,
  type Person,
  personWithSession,
  refresh,
  registerApp,
  requestFor,
  send,
  type Tokens,
} from '../setup/oauth.ts'
import { engines, rowsFor, startService, type TestService } from '../setup/service.ts'

const day = 24 * hour

describe.each(engines)('what an app holds on %s', (engine) => {
  let service: TestService
  let admin: Person
  let clientId: string

  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_RATE_LIMIT: 'off' } })
    admin = await personWithSession(service, 50)
    clientId = await registerApp(service)
    await makeCollection(service, 'posts', { supports: [], fields: [{ slug: 'title', type: 'string' }] })
  })
  afterAll(() => service.close())

  const granted = (person = admin, scope?: string): Promise<Tokens> =>
    authorizeApp(service, person, requestFor(clientId, scope === undefined ? {} : { scope }))
  const me = (token: string) => service.ask('GET', '/auth/me', { token })
  const create = async (token: string): Promise<string> =>
    outcome(await service.ask('POST', '/content/posts', { token, body: {} }))

  describe('refresh tokens', () => {
    it('bring new tokens, and work once', async () => {
      const first = await granted()
      const second = await refresh(service, clientId, first)
      expect(second.status, second.text).toBe(200)
      expect(second.body.scope).toBe('content:read content:write')
      expect(second.body.refresh_token).not.toBe(first.refresh_token)
      dataOf(await me(second.body.access_token))
      const third = await refresh(service, clientId, second.body)
      expect(third.status).toBe(200)
      expectRefusal(await refresh(service, clientId, first), 'invalid_grant')
      expectRefusal(await refresh(service, clientId, third.body), 'invalid_grant')
      for (const tokens of [first, second.body, third.body])
        expectFailure(await me(tokens.access_token), '401 UNAUTHORIZED')
    })

    it('that are used twice are in the audit log: whose they were, and why the grant has ended', async () => {
      const first = await granted()
      await refresh(service, clientId, first)
      expectRefusal(await refresh(service, clientId, first), 'invalid_grant')
      const request = requestFor(clientId)
      const form = exchangeForm(await approvedCode(service, admin, request), request)
      expect((await askToken(service, form)).status).toBe(200)
      expectRefusal(await askToken(service, form), 'invalid_grant')
      for (const action of ['oauth.refresh', 'oauth.exchangeCode']) {
        const { items } = dataOf(await service.ask('GET', `/admin/audit?limit=1&action=${action}`))
        const before = { clientId, endedBecause: expect.stringContaining('was used before') }
        expect(items[0]).toMatchObject({ userId: admin.userId, clientId, before, after: null })
      }
    })

    it('of several at once one wins, and then all of it ends', async () => {
      const first = await granted()
      const answers = await Promise.all(Array.from({ length: 4 }, () => refresh(service, clientId, first)))
      const won = answers.filter(({ status }) => status === 200)
      expect(won).toHaveLength(1)
      expectFailure(await me(won[0]?.body.access_token), '401 UNAUTHORIZED')
      expectRefusal(await refresh(service, clientId, won[0]?.body), 'invalid_grant')
    })

    it.each(
      rowsFor(engine, [
        ['no token', { refresh_token: undefined }, 'invalid_request'],
        ['an unknown token', { refresh_token: 'cms_ort_x' }, 'invalid_grant'],
        ['a foreign app', { client_id: 'octavo-cli' }, 'invalid_grant'],
        ['an unknown app', { client_id: 'nobody' }, 'invalid_client'],
        ['more than was granted', { scope: 'content:read media:read' }, 'invalid_scope'],
        ['an unknown scope', { scope: 'constructor' }, 'invalid_scope'],
        ['a foreign resource', { resource: 'https://evil.example' }, 'invalid_target'],
      ]),
    )('%s: %3$s, and the right one still works', async (_, changes, error) => {
      const tokens = await granted()
      expectRefusal(await refresh(service, clientId, tokens, changes), error)
      expect((await refresh(service, clientId, tokens)).status).toBe(200)
    })

    it('an access token is none, nor the reverse, nor a personal token', async () => {
      const { access_token, refresh_token } = await granted()
      expectRefusal(await refresh(service, clientId, { refresh_token: access_token }), 'invalid_grant')
      expectRefusal(await refresh(service, clientId, { refresh_token: admin.token }), 'invalid_grant')
      expectFailure(await me(refresh_token), '401 UNAUTHORIZED')
      // The same characters after the prefix of another kind.
      expectFailure(await me(`cms_pat_${access_token.slice(8)}`), '401 UNAUTHORIZED')
    })

    it('may bring fewer scopes for a while', async () => {
      const tokens = await granted()
      const narrow = await refresh(service, clientId, tokens, { scope: 'content:read' })
      expect(narrow.body.scope).toBe('content:read')
      expect(await create(narrow.body.access_token)).toBe('403 FORBIDDEN')
      const wide = await refresh(service, clientId, narrow.body)
      expect(wide.body.scope).toBe('content:read content:write')
      expect(await create(wide.body.access_token)).toBe('201')
    })
  })

  describe('in time', () => {
    it('an access token is good for an hour, a refresh token for ninety days', async () => {
      const [one, other] = [await granted(), await granted()]
      service.clock.forward(hour - 1)
      dataOf(await me(one.access_token))
      service.clock.forward(1)
      expectFailure(await me(one.access_token), '401 UNAUTHORIZED')
      service.clock.forward(90 * day - hour - 1)
      admin = await personWithSession(service, 50)
      const fresh = await refresh(service, clientId, one)
      expect(fresh.status).toBe(200)
      service.clock.forward(1)
      expectRefusal(await refresh(service, clientId, other), 'invalid_grant')
      expect((await refresh(service, clientId, fresh.body)).status).toBe(200)
    })
  })

  describe('when the person changes', () => {
    it('a role that falls takes effect with the next request, and scopes are gone with the next refresh', async () => {
      const person = await personWithSession(service, 50)
      const tokens = await granted(person, 'content:read content:write schema:write')
      expect(await create(tokens.access_token)).toBe('201')
      await changeUser(service, person, 'role = 10')
      expect(await create(tokens.access_token)).toBe('403 FORBIDDEN')
      const next = await refresh(service, clientId, tokens)
      expect(next.body.scope).toBe('content:read')
      await changeUser(service, person, 'role = 50')
      expect(await create(next.body.access_token)).toBe('403 FORBIDDEN')
      const last = await refresh(service, clientId, next.body)
      expect(last.body.scope).toBe('content:read')
    })

    it('nothing is left of the scopes: the grant ends', async () => {
      const person = await personWithSession(service, 50)
      const tokens = await granted(person, 'schema:write admin')
      await changeUser(service, person, 'role = 40')
      expectRefusal(await refresh(service, clientId, tokens), 'invalid_grant')
      await changeUser(service, person, 'role = 50')
      expectFailure(await me(tokens.access_token), '401 UNAUTHORIZED')
    })

    it('a disabled person: refused at once, and for good where the app has tried', async () => {
      const person = await personWithSession(service, 40)
      const tokens = await granted(person)
      dataOf(await me(tokens.access_token))
      await changeUser(service, person, 'disabled = 1')
      expectFailure(await me(tokens.access_token), '401 UNAUTHORIZED')
      expectRefusal(await refresh(service, clientId, tokens), 'invalid_grant')
    })
  })

  describe('revocation', () => {
    const revoke = (form: Record<string, string>, path = '/_cms/api/oauth/revoke') =>
      send(service, 'POST', path, { form })

    it('of an access token ends that token', async () => {
      const tokens = await granted()
      const answer = await revoke({ token: tokens.access_token, client_id: clientId, token_type_hint: 'x' })
      expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([200, '*'])
      expectFailure(await me(tokens.access_token), '401 UNAUTHORIZED')
      expect((await refresh(service, clientId, tokens)).status).toBe(200)
    })

    it.each(['/_cms/api/oauth/revoke', '/_cms/api/oauth/token/revoke'])(
      'of a refresh token ends all that came with it (%s)',
      async (path) => {
        const tokens = await granted()
        const answer = await send(service, 'POST', path, { json: { token: tokens.refresh_token } })
        expect(answer.status).toBe(200)
        expectFailure(await me(tokens.access_token), '401 UNAUTHORIZED')
        expectRefusal(await refresh(service, clientId, tokens), 'invalid_grant')
      },
    )

    it('of what is not there is fine; of nothing, or of the token of another app, is not', async () => {
      expect((await revoke({ token: 'cms_ort_gone', client_id: clientId })).status).toBe(200)
      expect((await revoke({ token: admin.token })).status).toBe(200)
      dataOf(await me(admin.token))
      expectRefusal(await revoke({ client_id: clientId }), 'invalid_request')
      const tokens = await granted()
      expectRefusal(await revoke({ token: tokens.refresh_token, client_id: 'octavo-cli' }), 'invalid_grant')
      dataOf(await me(tokens.access_token))
    })
  })

  describe('connected apps', () => {
    const list = async (person: Person, query = '') =>
      dataOf(await service.ask('GET', `/auth/apps${query}`, { token: null, headers: person.session }))

    it('are listed to the person who let them in, newest first, and can be ended', async () => {
      const person = await personWithSession(service, 40)
      const other = await authorizeApp(service, await personWithSession(service, 40), requestFor(clientId))
      const [first, second] = [await granted(person), await granted(person, 'media:read')]
      const { items } = await list(person)
      expect(items).toEqual([
        {
          id: expect.any(String),
          clientId,
          name: 'Test app',
          uri: null,
          scopes: ['media:read'],
          collections: null,
          canDelete: true,
          changeSetsOnly: false,
          confirmDestructive: false,
          endsAt: null,
          createdAt: service.clock.now.toISOString(),
          lastUsedAt: service.clock.now.toISOString(),
          expiresAt: new Date(service.clock.now.getTime() + 90 * day).toISOString(),
        },
        expect.objectContaining({ scopes: ['content:read', 'content:write'] }),
      ])
      const answer = await service.ask('DELETE', `/auth/apps/${items[0].id}`, {
        token: null,
        headers: person.session,
      })
      expect(dataOf(answer)).toEqual({ success: true })
      expectFailure(await me(second.access_token), '401 UNAUTHORIZED')
      expectRefusal(await refresh(service, clientId, second), 'invalid_grant')
      for (const tokens of [first, other]) dataOf(await me(tokens.access_token))
      expect((await list(person)).items).toHaveLength(1)
    })

    it('come in pages', async () => {
      const person = await personWithSession(service, 40)
      for (let count = 0; count < 3; count++) await granted(person)
      const first = await list(person, '?limit=2')
      expect(first.items).toHaveLength(2)
      const second = await list(person, `?limit=2&cursor=${first.nextCursor}`)
      expect(second).toEqual({ items: [expect.any(Object)] })
      const ids = [...first.items, ...second.items].map(({ id }: { id: string }) => id)
      expect(ids).toEqual(ids.toSorted().toReversed())
      for (const cursor of ['x', '', first.nextCursor.slice(0, -2)]) {
        const answer = await service.ask('GET', `/auth/apps?cursor=${cursor}`, {
          token: null,
          headers: person.session,
        })
        expectFailure(answer, '400 VALIDATION_ERROR')
      }
      const stranger = await personWithSession(service, 40)
      const foreign = await service.ask('GET', `/auth/apps?cursor=${first.nextCursor}`, {
        token: null,
        headers: stranger.session,
      })
      expectFailure(foreign, '400 VALIDATION_ERROR')
    })

    it('are not there before the app has come for its tokens', async () => {
      const person = await personWithSession(service, 40)
      await approvedCode(service, person, requestFor(clientId))
      expect((await list(person)).items).toEqual([])
    })

    it('are nobody else’s: another person, an app, a change from another site', async () => {
      const person = await personWithSession(service, 40)
      const tokens = await granted(person)
      const [{ id }] = (await list(person)).items
      const path = `/auth/apps/${id}`
      const stranger = await personWithSession(service, 50)
      expectFailure(
        await service.ask('DELETE', path, { token: null, headers: stranger.session }),
        '404 NOT_FOUND',
      )
      expectFailure(await service.ask('DELETE', path, { token: tokens.access_token }), '403 FORBIDDEN')
      expectFailure(await service.ask('GET', '/auth/apps', { token: tokens.access_token }), '403 FORBIDDEN')
      expectFailure(await service.ask('GET', '/auth/apps', { token: null }), '401 UNAUTHORIZED')
      const { cookie = '' } = person.session
      expectFailure(await service.ask('DELETE', path, { token: null, headers: { cookie } }), '403 FORBIDDEN')
      expectFailure(
        await service.ask('DELETE', '/auth/apps/nothing', { token: null, headers: person.session }),
        '404 NOT_FOUND',
      )
      dataOf(await me(tokens.access_token))
    })

    it('know when they were last used', async () => {
      const person = await personWithSession(service, 40)
      const tokens = await granted(person)
      service.clock.forward(60_000)
      dataOf(await me(tokens.access_token))
      await service.services.tokens.flushUses()
      expect((await list(person)).items[0].lastUsedAt).toBe(service.clock.now.toISOString())
    })
  })
})
