import { deviceGrantType, oauthPaths } from '@octavo/contract/oauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, outcome } from '../setup/answers.ts'
import {
  redirectOf,
  openConsent,
  approvedCode,
  askToken,
  exchangeForm,
  expectRefusal,
  authorizeApp,
  listTools,
  type Person,
  personWithSession,
  refresh,
  registerApp,
  requestFor,
  send,
  type Tokens,
} from '../setup/oauth.ts'
import { type Answer, engines, startService, type TestService } from '../setup/service.ts'

const base = 'http://localhost:4400'
const rest = `${base}/_cms/api`
const mcp = `${base}/_cms/api/mcp`

const both = { rest: '200', mcp: '200' }
const restAlone = { rest: '200', mcp: '401 UNAUTHORIZED' }
const mcpAlone = { rest: '401 UNAUTHORIZED', mcp: '200' }

describe.each(engines)('the audience of tokens of apps, on %s', (engine) => {
  let service: TestService
  let editor: Person
  let clientId: string

  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_RATE_LIMIT: 'off' } })
    editor = await personWithSession(service, 40)
    clientId = await registerApp(service)
  })
  afterAll(() => service.close())

  const byRest = ({ access_token: token }: Tokens): Promise<Answer> =>
    service.ask('GET', '/auth/me', { token })
  const byMcp = ({ access_token: token }: Tokens): Promise<Answer> => listTools(service, token)
  const reach = async (tokens: Tokens) => ({
    rest: outcome(await byRest(tokens)),
    mcp: outcome(await byMcp(tokens)),
  })

  it.each([
    ['nothing', undefined, both],
    ['the base address', base, both],
    ['the base address with a slash', `${base}/`, both],
    ['REST', rest, restAlone],
    ['MCP', mcp, mcpAlone],
    ['MCP with toolsets', `${mcp}?toolsets=site,media&permitted=true`, mcpAlone],
    ['both by name', [rest, mcp], both],
  ])('a grant for %s keeps it with each refresh', async (_, resource, expected) => {
    const tokens = await authorizeApp(service, editor, requestFor(clientId, { resource }))
    expect(await reach(tokens)).toEqual(expected)
    const next = (await refresh(service, clientId, tokens)).body
    expect(await reach(next)).toEqual(expected)
  })

  it('another parameter than a choice of tools makes it another address', async () => {
    const page = await openConsent(
      service,
      editor,
      requestFor(clientId, { resource: `${mcp}?toolsets=site&x=1` }),
    )
    expect(redirectOf(page)['error']).toBe('invalid_target')
  })

  it('a device has the audience that it asked for', async () => {
    const form = { client_id: 'octavo-cli', scope: 'content:read', resource: mcp }
    const { device_code, user_code } = (await send(service, 'POST', oauthPaths.deviceCode, { form })).body
    const body = { user_code, action: 'approve' }
    const headers = editor.session
    dataOf(await service.ask('POST', '/oauth/device/authorize', { token: null, headers, body }))
    const exchange = { grant_type: deviceGrantType, client_id: 'octavo-cli', device_code }
    expect(await reach((await askToken(service, exchange)).body)).toEqual(mcpAlone)
  })

  it('tokens can be asked for one of several resources, and later for another', async () => {
    const request = requestFor(clientId, { resource: base })
    const code = await approvedCode(service, editor, request)
    const tokens = (await askToken(service, { ...exchangeForm(code, request), resource: mcp })).body
    expect(await reach(tokens)).toEqual(mcpAlone)
    const kept = (await refresh(service, clientId, tokens)).body
    expect(await reach(kept)).toEqual(mcpAlone)
    const other = (await refresh(service, clientId, kept, { resource: rest })).body
    expect(await reach(other)).toEqual(restAlone)
  })

  it('a refresh reaches nothing beyond the grant', async () => {
    const tokens = await authorizeApp(service, editor, requestFor(clientId, { resource: mcp }))
    for (const resource of [rest, base])
      expectRefusal(await refresh(service, clientId, tokens, { resource }), 'invalid_target')
  })

  it('the answer says what the token is for, and what to ask for', async () => {
    const tokens = await authorizeApp(service, editor, requestFor(clientId, { resource: mcp }))
    const answer = await byRest(tokens)
    const message = `The token was granted for ${mcp} alone; ask for one with resource=${rest}`
    expect(answer.body.error).toMatchObject({ code: 'UNAUTHORIZED', message })
    expect(answer.headers['www-authenticate']).toBe(
      `Bearer error="invalid_token", error_description="${message}"`,
    )
    const other = await byMcp(await authorizeApp(service, editor, requestFor(clientId, { resource: rest })))
    expect(other.headers['www-authenticate']).toMatch(
      /^Bearer resource_metadata="[^"]+", error="invalid_token", error_description="/,
    )
  })

  it('tokens of the release before have the audience of their grant', async () => {
    const tokens = await authorizeApp(service, editor, requestFor(clientId, { resource: mcp }))
    await service.services.database.transaction('write', async (tx) => {
      await tx.run('UPDATE oauth_tokens SET resources = NULL', [])
      await tx.run(`UPDATE counters SET value = value + 1 WHERE name = 'access'`, [])
    })
    expect(await reach(tokens)).toEqual(mcpAlone)
    expect(await reach((await refresh(service, clientId, tokens)).body)).toEqual(mcpAlone)
  })
})
