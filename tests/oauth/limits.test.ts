import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { callTool } from '../setup/mcp.ts'
import {
  answerConsent,
  askToken,
  exchangeForm,
  expectRefusal,
  formOf,
  openConsent,
  type Pairs,
  parametersOf,
  type Person,
  personWithSession,
  refresh,
  registerApp,
  requestFor,
  send,
  type Tokens,
} from '../setup/oauth.ts'
import { type Answer, engines, startService, type TestService } from '../setup/service.ts'

const allScopes = 'content:read content:write media:read media:write schema:read schema:write admin'
const hour = 3600 * 1000

describe.each(engines)('what a person limits an app to, on %s', (engine) => {
  let service: TestService
  let admin: Person
  let clientId: string
  let shown: string
  let hidden: string

  beforeAll(async () => {
    service = await startService(engine)
    admin = await personWithSession(service, 50)
    clientId = await registerApp(service)
    const fields = [
      { slug: 'title', type: 'string', searchable: true },
      { slug: 'other', type: 'reference', options: { collection: 'notes' } },
    ]
    const supports = ['drafts', 'revisions', 'search']
    await makeCollection(service, 'notes', { supports, fields: fields.slice(0, 1) })
    await makeCollection(service, 'posts', { supports, fields })
    hidden = await made('notes', { title: 'Hidden' })
    shown = await made('posts', { title: 'Shown', other: hidden })
  })
  afterAll(() => service.close())

  async function made(collection: string, data: object): Promise<string> {
    const body = { data, status: 'published' }
    return dataOf(await service.ask('POST', `/content/${collection}`, { body }), 201).item.id as string
  }

  const bearer = (token: string, method: string, path: string, body?: object): Promise<Answer> =>
    service.ask(method, path, { token, ...(body && { body }) })

  async function granted(changes: Pairs, scope = 'content:read content:write media:read media:write') {
    const request = requestFor(clientId, { scope })
    const page = await openConsent(service, admin, request)
    const answer = await answerConsent(service, admin, { page, changes })
    const { code } = parametersOf(answer)
    expect(code, answer.text).toBeDefined()
    const tokens = await askToken(service, exchangeForm(code ?? '', request))
    expect(tokens.status, tokens.text).toBe(200)
    return tokens.body as Tokens & { expires_in: number }
  }

  /** The tokens of the same limits by a device. */
  async function grantedByDevice(limits: object): Promise<Tokens> {
    const form = { client_id: 'octavo-cli', scope: 'content:read content:write' }
    const { device_code, user_code } = (await send(service, 'POST', '/_cms/api/oauth/device/code', { form }))
      .body
    const body = { user_code, action: 'approve', ...limits }
    dataOf(
      await service.ask('POST', '/oauth/device/authorize', { token: null, headers: admin.session, body }),
    )
    const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
    return (await askToken(service, { grant_type, client_id: 'octavo-cli', device_code })).body
  }

  const apps = async () =>
    dataOf(await service.ask('GET', '/auth/apps', { token: null, headers: admin.session })).items

  it('leaves admin and schema:write unticked, and grants what is ticked', async () => {
    const request = requestFor(clientId, { scope: allScopes })
    const page = await openConsent(service, admin, request)
    const ticked = ['content:read', 'content:write', 'media:read', 'media:write', 'schema:read']
    expect(formOf(page)['approved']).toEqual(ticked)
    for (const scope of ['schema:write', 'admin']) expect(page.text).toContain(`value="${scope}"`)
    expect((await granted({}, allScopes)).scope).toBe(ticked.join(' '))
    expect((await granted({ approved: ['content:read', 'admin'] }, allScopes)).scope).toBe(
      'content:read admin',
    )
  })

  it('does the same on the page for devices', async () => {
    const form = { client_id: 'octavo-cli', scope: 'content:read schema:write admin' }
    const { device_code, user_code } = (await send(service, 'POST', '/_cms/api/oauth/device/code', { form }))
      .body
    const headers = { cookie: admin.session['cookie'] ?? '' }
    const page = await send(service, 'GET', `/_cms/device?user_code=${user_code}`, { headers })
    expect(formOf(page)['approved']).toEqual(['content:read'])
    const changed = { ...formOf(page), action: 'approve', noDeleting: 'yes', collections: ['posts', 'notes'] }
    expect((await send(service, 'POST', '/_cms/device', { form: changed, headers })).text).toContain(
      'connected',
    )
    const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
    const tokens = await askToken(service, { grant_type, client_id: 'octavo-cli', device_code })
    expect(tokens.body.scope).toBe('content:read')
    expect((await apps())[0]).toMatchObject({ canDelete: false, collections: ['posts', 'notes'] })
  })

  it('shows the limits in the list of apps, and in the audit log', async () => {
    await granted({ changeSetsOnly: 'yes', noDeleting: 'yes', duration: 'day', collections: 'posts' })
    const endsAt = new Date(service.clock.now.getTime() + 24 * hour).toISOString()
    const limits = { collections: ['posts'], canDelete: false, changeSetsOnly: true, endsAt }
    const [app] = await apps()
    expect(app).toMatchObject(limits)
    const { items } = dataOf(await service.ask('GET', `/admin/audit?targetType=grant&targetId=${app.id}`))
    expect(items.at(-1).after).toMatchObject(limits)
    await granted({})
    expect((await apps())[0]).toMatchObject({
      collections: null,
      canDelete: true,
      changeSetsOnly: false,
      endsAt: null,
    })
  })

  describe.each(['a code', 'a device', 'a refresh'])('tokens by %s', (way) => {
    async function tokensOf(limits: {
      collections?: string[]
      canDelete?: boolean
      changeSetsOnly?: boolean
    }): Promise<string> {
      if (way === 'a device') return (await grantedByDevice(limits)).access_token
      const { collections, canDelete, changeSetsOnly } = limits
      // Limits to change-sets hold for all scopes.
      const asked = changeSetsOnly ? allScopes : undefined
      const chosen = {
        ...(changeSetsOnly && { approved: allScopes.split(' ') }),
        ...(collections && { collections }),
        ...(canDelete === false && { noDeleting: 'yes' }),
        ...(changeSetsOnly && { changeSetsOnly: 'yes' }),
      }
      const tokens = await granted(chosen, asked)
      if (way === 'a code') return tokens.access_token
      return (await refresh(service, clientId, tokens)).body.access_token
    }

    it('with collections know no others', async () => {
      const token = await tokensOf({ collections: ['posts'] })
      expect(dataOf(await bearer(token, 'GET', `/content/posts/${shown}`)).item.id).toBe(shown)
      for (const path of ['/content/posts?include=other', '/search?q=Hidden']) {
        expect((await service.ask('GET', path)).text, path).toContain('Hidden')
        expect((await bearer(token, 'GET', path)).text, path).not.toContain('Hidden')
      }
      for (const path of [
        `/content/notes/${hidden}`,
        '/content/notes',
        `/content/notes/${hidden}/translations`,
      ])
        expect((await bearer(token, 'GET', path)).status, path).toBe(404)
      const refused = await bearer(token, 'POST', '/content/notes', { data: { title: 'No' } })
      expect(refused.status).toBe(404)
      expect(
        (await callTool(service, 'content_get', { collection: 'notes', id: hidden }, { token })).kind,
      ).toBe('failed')
      for (const [method, path, body] of wholeSite) {
        const answer = await bearer(token, method, path, body)
        expect([403, 404], `${method} ${path}: ${answer.text}`).toContain(answer.status)
      }
    })

    it('without deleting delete nothing', async () => {
      const token = await tokensOf({ canDelete: false })
      expectFailure(await bearer(token, 'DELETE', `/content/posts/${shown}`), '403 FORBIDDEN')
      for (const name of ['content_delete', 'content_permanent_delete']) {
        const outcome = await callTool(service, name, { collection: 'posts', id: shown }, { token })
        expect(outcome).toMatchObject({ kind: 'refused', code: -32600 })
      }
      dataOf(await bearer(token, 'GET', `/content/posts/${shown}`))
    })

    it('for change-sets only change nothing that is live', async () => {
      const token = await tokensOf({ changeSetsOnly: true })
      const before = await service.ask('GET', `/content/posts/${shown}`)
      for (const [method, path, body] of [...contentWrites(), ...wholeSite]) {
        const answer = await bearer(token, method, path, body)
        expectFailure(answer, '403 FORBIDDEN')
      }
      const args = { collection: 'posts', id: shown }
      for (const name of ['content_update', 'content_publish', 'content_unpublish', 'content_duplicate']) {
        const outcome = await callTool(service, name, args, { token })
        expect(outcome).toMatchObject({
          kind: 'refused',
          message: expect.stringContaining('limited to change-sets'),
        })
      }
      expect((await service.ask('GET', `/content/posts/${shown}`)).body).toEqual(before.body)
      dataOf(await bearer(token, 'GET', `/content/posts/${shown}`))
    })
  })

  const contentWrites = (): [string, string, object?][] => [
    ['POST', '/content/posts', { data: { title: 'New' } }],
    ['PUT', `/content/posts/${shown}`, { data: { title: 'Changed' } }],
    ['DELETE', `/content/posts/${shown}`],
    ...['publish', 'unpublish', 'duplicate', 'discard-draft', 'restore'].map(
      (action): [string, string, object] => ['POST', `/content/posts/${shown}/${action}`, {}],
    ),
    ['POST', `/content/posts/${shown}/terms/topics`, { termIds: [] }],
  ]

  /** Changes that concern more than one collection. */
  const wholeSite: [string, string, object?][] = [
    ['POST', '/redirects', { from: '/old', to: '/new' }],
    ['POST', '/menus', { name: 'main', label: 'Main' }],
    ['POST', '/taxonomies', { name: 'topics', label: 'Topics', collections: [] }],
    ['POST', '/webhooks', { url: 'https://hooks.example.com/' }],
    ['POST', '/schema/collections', { slug: 'more', label: 'More' }],
    ['POST', '/settings', { title: 'Mine' }],
    ['POST', '/search/rebuild', {}],
    ['POST', '/plugins/reading-time/enable', {}],
  ]

  it.each<[string, Pairs]>([
    ['a collection that there is not', { collections: 'nothing' }],
    ['a duration that there is not', { duration: 'week' }],
    ['the whole site with one collection', { approved: ['admin'], collections: 'posts' }],
  ])('%s: nothing is granted', async (_, changes) => {
    const page = await openConsent(service, admin, requestFor(clientId, { scope: allScopes }))
    const answer = await answerConsent(service, admin, { page, changes })
    expect([answer.status, answer.headers['location']]).toEqual([400, undefined])
  })
  it.each([
    ['hour', hour],
    ['day', 24 * hour],
  ])('for a %s: it ends then, however often it is refreshed', async (duration, length) => {
    const begun = service.clock.now
    let tokens = await granted({ duration })
    service.clock.forward(length - 10 * 60 * 1000)
    const next = await refresh(service, clientId, tokens)
    expect(next.status, next.text).toBe(200)
    expect(next.body.expires_in).toBe(600)
    tokens = next.body
    dataOf(await bearer(tokens.access_token, 'GET', '/content/posts'))
    expect((await apps())[0].expiresAt).toBe(new Date(begun.getTime() + length).toISOString())
    service.clock.forward(10 * 60 * 1000)
    expect((await bearer(tokens.access_token, 'GET', '/content/posts')).status).toBe(401)
    expectRefusal(await refresh(service, clientId, tokens), 'invalid_grant')
    expect((await apps()).map(({ endsAt }: { endsAt: string | null }) => endsAt)).not.toContain(
      new Date(begun.getTime() + length).toISOString(),
    )
  })
})
