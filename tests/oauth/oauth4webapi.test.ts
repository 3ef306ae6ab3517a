import * as oauth from 'oauth4webapi'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure } from '../setup/answers.ts'
import { type ListeningService, startListening } from '../setup/listening.ts'
import { answerConsent, openConsent, type Person, personWithSession, type Pairs } from '../setup/oauth.ts'
import { engines } from '../setup/service.ts'

/** The service is reached over http in tests. */
const insecure = { [oauth.allowInsecureRequests]: true }
const redirectUri = 'http://127.0.0.1/callback'

describe.each(engines)('oauth4webapi, over a listening service on %s', (engine) => {
  let service: ListeningService
  let issuer: URL
  let server: oauth.AuthorizationServer
  let person: Person

  beforeAll(async () => {
    service = await startListening(engine, { isRealTime: true })
    person = await personWithSession(service, 50)
    issuer = new URL(`${service.baseUrl}/_cms`)
    const response = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
    server = await oauth.processDiscoveryResponse(issuer, response)
  })
  afterAll(() => service.close())

  const me = (token: string) => service.ask('GET', '/auth/me', { token })
  const none = oauth.None()

  async function register(): Promise<oauth.Client> {
    const metadata = { client_name: 'Independent', redirect_uris: [redirectUri] }
    const response = await oauth.dynamicClientRegistrationRequest(server, metadata, insecure)
    return oauth.processDynamicClientRegistrationResponse(response)
  }

  /** The browser of the person: opens the address, says yes, and is sent back. */
  async function approve(address: URL, changes: Pairs = {}): Promise<URL> {
    const parameters = Object.fromEntries(address.searchParams)
    const request = { clientId: '', pkce: { verifier: '', challenge: '' }, parameters }
    const page = await openConsent(service, person, request)
    const answer = await answerConsent(service, person, { page, changes })
    return new URL(answer.headers['location'] ?? '')
  }

  async function codeFlow(client: oauth.Client): Promise<oauth.TokenEndpointResponse> {
    const verifier = oauth.generateRandomCodeVerifier()
    const state = oauth.generateRandomState()
    const address = new URL(server.authorization_endpoint ?? '')
    address.search = new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: 'http://127.0.0.1:49152/callback',
      response_type: 'code',
      scope: 'content:read schema:read',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
    }).toString()
    // Checks state and iss.
    const callback = oauth.validateAuthResponse(server, client, await approve(address), state)
    const uri = 'http://127.0.0.1:49152/callback'
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      none,
      callback,
      uri,
      verifier,
      insecure,
    )
    return oauth.processAuthorizationCodeResponse(server, client, response)
  }

  it('discovers', () => {
    expect(server.issuer).toBe(issuer.href)
    expect(server.code_challenge_methods_supported).toEqual(['S256'])
  })

  it('registers, gets tokens by a code, refreshes and revokes them', async () => {
    const client = await register()
    const tokens = await codeFlow(client)
    expect(tokens.scope).toBe('content:read schema:read')
    dataOf(await me(tokens.access_token))

    const response = await oauth.refreshTokenGrantRequest(
      server,
      client,
      none,
      tokens.refresh_token ?? '',
      insecure,
    )
    const fresh = await oauth.processRefreshTokenResponse(server, client, response)
    dataOf(await me(fresh.access_token))

    const revoked = await oauth.revocationRequest(server, client, none, fresh.refresh_token ?? '', insecure)
    await oauth.processRevocationResponse(revoked)
    expectFailure(await me(fresh.access_token), '401 UNAUTHORIZED')
  })

  it('understands what is refused', async () => {
    const client = await register()
    const { refresh_token = '' } = await codeFlow(client)
    const refresh = async (): Promise<oauth.TokenEndpointResponse> =>
      oauth.processRefreshTokenResponse(
        server,
        client,
        await oauth.refreshTokenGrantRequest(server, client, none, refresh_token, insecure),
      )
    await refresh()
    await expect(refresh()).rejects.toMatchObject({
      name: 'ResponseBodyError',
      error: 'invalid_grant',
      status: 400,
    })
  })

  it('hears of a no', async () => {
    const client = await register()
    const state = oauth.generateRandomState()
    const address = new URL(server.authorization_endpoint ?? '')
    address.search = new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: redirectUri,
      response_type: 'code',
      code_challenge: await oauth.calculatePKCECodeChallenge(oauth.generateRandomCodeVerifier()),
      code_challenge_method: 'S256',
      state,
    }).toString()
    const back = await approve(address, { action: 'deny' })
    expect(() => oauth.validateAuthResponse(server, client, back, state)).toThrow(
      expect.objectContaining({ name: 'AuthorizationResponseError', error: 'access_denied' }),
    )
  })

  it('gets tokens by the device flow', async () => {
    const client = { client_id: 'octavo-cli' }
    const parameters = new URLSearchParams({ scope: 'content:read' })
    const started = await oauth.deviceAuthorizationRequest(server, client, none, parameters, insecure)
    const device = await oauth.processDeviceAuthorizationResponse(server, client, started)
    const poll = async (): Promise<oauth.TokenEndpointResponse> =>
      oauth.processDeviceCodeResponse(
        server,
        client,
        await oauth.deviceCodeGrantRequest(server, client, none, device.device_code, insecure),
      )
    await expect(poll()).rejects.toMatchObject({ error: 'authorization_pending' })
    await expect(poll()).rejects.toMatchObject({ error: 'slow_down' })
    const decided = await service.ask('POST', '/oauth/device/authorize', {
      token: null,
      headers: person.session,
      body: { user_code: device.user_code, action: 'approve' },
    })
    dataOf(decided)
    const tokens = await poll()
    dataOf(await me(tokens.access_token))
  })

  it('finds the resource', async () => {
    const resource = new URL(`${service.baseUrl}/_cms/api/mcp`)
    const response = await oauth.resourceDiscoveryRequest(resource, insecure)
    const found = await oauth.processResourceDiscoveryResponse(resource, response)
    expect(found.authorization_servers).toEqual([issuer.href])
  })
})
