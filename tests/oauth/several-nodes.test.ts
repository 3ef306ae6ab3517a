import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure } from '../setup/answers.ts'
import { type Cluster, type Node, startCluster } from '../setup/cluster.ts'
import {
  answerConsent,
  approvedCode,
  askToken,
  exchangeForm,
  expectRefusal,
  authorizeApp,
  openConsent,
  parametersOf,
  type Person,
  refresh,
  registerApp,
  requestFor,
  send,
} from '../setup/oauth.ts'
import { type Answer, engines } from '../setup/service.ts'
import { sessionOf } from '../setup/sessions.ts'

type Peer = Node & { readonly server: Node['app']['server'] }

describe.each(engines)('two nodes on %s', (engine) => {
  let cluster: Cluster
  let one: Peer
  let other: Peer
  let person: Person
  let clientId: string

  beforeAll(async () => {
    cluster = await startCluster(engine, 2, { OCTAVO_RATE_LIMIT: 'off' })
    ;[one, other] = cluster.nodes.map((node) => ({ ...node, server: node.app.server })) as [Peer, Peer]
    const token = await cluster.person(50, ['admin'])
    const userId = dataOf(await one.ask('GET', '/auth/me', { token })).item.id
    person = { userId, token, session: await sessionOf(one, userId) }
    clientId = await registerApp(one)
  })
  afterAll(() => cluster.close())

  const me = (node: Peer, token: string) => node.ask('GET', '/auth/me', { token })

  it('know the same apps, codes and tokens', async () => {
    const request = requestFor(clientId)
    const code = await approvedCode(other, person, request)
    const tokens = await askToken(one, exchangeForm(code, request))
    expect(tokens.status, tokens.text).toBe(200)
    dataOf(await me(other, tokens.body.access_token))
    expect((await refresh(other, clientId, tokens.body)).status).toBe(200)
  })

  it('limit the tokens of a grant in the same way', async () => {
    const request = requestFor(clientId)
    const page = await openConsent(one, person, request)
    const changes = { changeSetsOnly: 'yes', noDeleting: 'yes', duration: 'hour' }
    const { code = '' } = parametersOf(await answerConsent(one, person, { page, changes }))
    const tokens = await askToken(other, exchangeForm(code, request))
    const next = await refresh(one, clientId, tokens.body)
    for (const { body } of [tokens, next]) {
      const refused = await other.ask('POST', '/content/posts', {
        token: body.access_token,
        body: { data: {} },
      })
      expectFailure(refused, '403 FORBIDDEN', 'change-sets')
    }
  })

  /** Who of the two won a race of many; the rest must be refused as they should. */
  function winnerOf(answers: readonly Answer[]): Answer {
    const won = answers.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    for (const answer of answers) if (answer.status !== 200) expectRefusal(answer, 'invalid_grant')
    return won[0] as Answer
  }

  it('one code at both at once: one wins, and then all of it ends at both', async () => {
    for (let round = 0; round < 5; round++) {
      const request = requestFor(clientId)
      const form = exchangeForm(await approvedCode(one, person, request), request)
      const { body } = winnerOf(
        await Promise.all([one, other, one, other].map((node) => askToken(node, form))),
      )
      for (const node of [one, other]) expectFailure(await me(node, body.access_token), '401 UNAUTHORIZED')
    }
  })

  it('one refresh token at both at once: the same', async () => {
    for (let round = 0; round < 5; round++) {
      const tokens = await authorizeApp(one, person, requestFor(clientId))
      const { body } = winnerOf(
        await Promise.all([one, other, one, other].map((node) => refresh(node, clientId, tokens))),
      )
      for (const token of [body.access_token, tokens.access_token])
        for (const node of [one, other]) expectFailure(await me(node, token), '401 UNAUTHORIZED')
    }
  })

  it('a code that is used again while its tokens are refreshed: everything ends', async () => {
    for (let round = 0; round < 5; round++) {
      const request = requestFor(clientId)
      const form = exchangeForm(await approvedCode(one, person, request), request)
      const { body } = await askToken(one, form)
      const [again, fresh] = await Promise.all([askToken(one, form), refresh(other, clientId, body)])
      expectRefusal(again, 'invalid_grant')
      expectFailure(await me(one, body.access_token), '401 UNAUTHORIZED')
      if (fresh.status === 200) expectFailure(await me(other, fresh.body.access_token), '401 UNAUTHORIZED')
    }
  })

  it.each<[how: string, end: (tokens: { access_token: string; refresh_token: string }) => Promise<Answer>]>([
    [
      'revoking',
      ({ refresh_token }) =>
        send(one, 'POST', '/_cms/api/oauth/revoke', { form: { token: refresh_token, client_id: clientId } }),
    ],
    [
      'revoking the access token',
      ({ access_token }) => send(one, 'POST', '/_cms/api/oauth/revoke', { form: { token: access_token } }),
    ],
    [
      'ending it on the account page',
      async () => {
        const { items } = dataOf(await one.ask('GET', '/auth/apps', { token: null, headers: person.session }))
        return one.ask('DELETE', `/auth/apps/${items[0].id}`, { token: null, headers: person.session })
      },
    ],
  ])('%s at one holds for the next request at the other', async (_, end) => {
    const tokens = await authorizeApp(one, person, requestFor(clientId))
    dataOf(await me(other, tokens.access_token))
    expect((await end(tokens)).status).toBe(200)
    expectFailure(await me(other, tokens.access_token), '401 UNAUTHORIZED')
  })

  it('a device asks one, the person decides at the other, both get it once', async () => {
    const started = await send(one, 'POST', '/_cms/api/oauth/device/code', {
      form: { client_id: 'octavo-cli', scope: 'content:read' },
    })
    const { device_code, user_code } = started.body
    const body = { user_code, action: 'approve' }
    dataOf(await other.ask('POST', '/oauth/device/authorize', { token: null, headers: person.session, body }))
    const form = {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      client_id: 'octavo-cli',
      device_code,
    }
    winnerOf(await Promise.all([one, other, one, other].map((node) => askToken(node, form))))
  })
})
