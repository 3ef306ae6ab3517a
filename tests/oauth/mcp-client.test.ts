import { auth, type OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectFailure } from '../setup/answers.ts'
import { type ListeningService, startListening } from '../setup/listening.ts'
import {
  answerConsent,
  listTools,
  openConsent,
  parametersOf,
  type Person,
  personWithSession,
} from '../setup/oauth.ts'
import { engines } from '../setup/service.ts'

const redirectUri = 'http://localhost:33418/callback'

/** What an AI assistant keeps of its connection to a server. */
class Assistant implements OAuthClientProvider {
  readonly redirectUrl = redirectUri
  readonly clientMetadata = {
    client_name: 'Assistant',
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  }
  client: OAuthClientInformationMixed | undefined
  held: OAuthTokens | undefined
  verifier = ''
  address: URL | undefined
  registrations = 0

  state = () => 'the-state'
  clientInformation = () => this.client
  saveClientInformation = (client: OAuthClientInformationMixed) => {
    this.registrations++
    this.client = client
  }
  tokens = () => this.held
  saveTokens = (tokens: OAuthTokens) => void (this.held = tokens)
  codeVerifier = () => this.verifier
  saveCodeVerifier = (verifier: string) => void (this.verifier = verifier)
  redirectToAuthorization = (address: URL) => void (this.address = address)
  invalidateCredentials = (what: string) => {
    if (what === 'all' || what === 'client') this.client = undefined
    if (what === 'all' || what === 'tokens') this.held = undefined
  }
}

describe.each(engines)("the MCP SDK's OAuth client, over a listening service on %s", (engine) => {
  let service: ListeningService
  let serverUrl: string
  let person: Person

  beforeAll(async () => {
    service = await startListening(engine, { isRealTime: true })
    serverUrl = `${service.baseUrl}/_cms/api/mcp`
    person = await personWithSession(service, 40)
  })
  afterAll(() => service.close())

  const use = (token: string | undefined) => listTools(service, token ?? '')

  async function connect(assistant: Assistant): Promise<void> {
    expect(await auth(assistant, { serverUrl })).toBe('REDIRECT')
    const parameters = Object.fromEntries(assistant.address?.searchParams ?? [])
    expect(parameters).toMatchObject({ resource: serverUrl, state: 'the-state' })
    const request = { clientId: '', pkce: { verifier: '', challenge: '' }, parameters }
    const page = await openConsent(service, person, request)
    const answer = await answerConsent(service, person, { page })
    const { code = '' } = parametersOf(answer)
    expect(await auth(assistant, { serverUrl, authorizationCode: code })).toBe('AUTHORIZED')
  }

  it('discovers, registers, and gets tokens by a code', async () => {
    const assistant = new Assistant()
    await connect(assistant)
    expect(assistant.registrations).toBe(1)
    expect(assistant.client).toMatchObject({ client_id: expect.stringMatching(/^app_/) })
    // The role of the person does not reach further, whatever the assistant asked for.
    expect(assistant.held?.scope).toBe('content:read content:write media:read media:write schema:read')
    expect((await use(assistant.held?.access_token)).status).toBe(200)
  })

  it('refreshes its tokens', async () => {
    const assistant = new Assistant()
    await connect(assistant)
    const before = assistant.held
    expect(await auth(assistant, { serverUrl })).toBe('AUTHORIZED')
    expect(assistant.held?.refresh_token).not.toBe(before?.refresh_token)
    expect((await use(assistant.held?.access_token)).status).toBe(200)
  })

  it('asks the person again when its refresh token was used by somebody else', async () => {
    const assistant = new Assistant()
    await connect(assistant)
    const stolen = assistant.held
    expect(await auth(assistant, { serverUrl })).toBe('AUTHORIZED')
    const last = assistant.held
    assistant.held = stolen
    expect(await auth(assistant, { serverUrl })).toBe('REDIRECT')
    expectFailure(await use(last?.access_token), '401 UNAUTHORIZED')
  })

  it('registers again when its registration is gone', async () => {
    const assistant = new Assistant()
    await connect(assistant)
    await service.services.database.transaction('write', (tx) => tx.run('DELETE FROM oauth_clients', []))
    expect(await auth(assistant, { serverUrl })).toBe('REDIRECT')
    expect(assistant.registrations).toBe(2)
  })
})
