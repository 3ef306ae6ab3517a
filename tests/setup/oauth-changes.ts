import { dataOf } from './answers.ts'
import type { Reported, Way } from './change.ts'
import {
  approvedCode,
  askToken,
  exchangeForm,
  authorizeApp,
  type Person,
  personWithSession,
  refresh,
  registerApp,
  requestFor,
  send,
  type Tokens,
} from './oauth.ts'
import type { TestService } from './service.ts'

interface LetIn {
  person: Person
  clientId: string
  tokens: Tokens
}

/** An app that a user has authorized. */
async function app(service: TestService): Promise<LetIn> {
  const person = await personWithSession(service, 40)
  const clientId = await registerApp(service)
  return { person, clientId, tokens: await authorizeApp(service, person, requestFor(clientId)) }
}

async function deviceCodes(service: TestService): Promise<{ device_code: string; user_code: string }> {
  const form = { client_id: 'octavo-cli', scope: 'content:read' }
  return (await send(service, 'POST', '/_cms/api/oauth/device/code', { form })).body
}

async function decide(service: TestService, action: 'approve' | 'deny'): Promise<string> {
  const person = await personWithSession(service, 40)
  const { user_code, device_code } = await deviceCodes(service)
  const body = { user_code, action }
  dataOf(await service.ask('POST', '/oauth/device/authorize', { token: null, headers: person.session, body }))
  return device_code
}

async function grantOf(service: TestService, { session }: Person): Promise<Reported> {
  const { items } = dataOf(await service.ask('GET', '/auth/apps', { token: null, headers: session }))
  return { type: 'grant', id: items[0].id }
}

/** operation of the OAuth server → a change by it */
export const oauthChanges: Readonly<Record<string, Way>> = {
  'oauth.register': async (service) => ({ type: 'client', id: await registerApp(service) }),
  'oauth.approveAuthorization': async (service) => {
    const person = await personWithSession(service, 40)
    await approvedCode(service, person, requestFor(await registerApp(service)))
    return { type: 'grant' }
  },
  'oauth.exchangeCode': async (service) => {
    const person = await personWithSession(service, 40)
    const request = requestFor(await registerApp(service))
    await askToken(service, exchangeForm(await approvedCode(service, person, request), request))
    return grantOf(service, person)
  },
  'oauth.refresh': async (service) => {
    const { person, clientId, tokens } = await app(service)
    await refresh(service, clientId, tokens)
    return grantOf(service, person)
  },
  'oauth.decideDevice': async (service) => {
    await decide(service, 'deny')
    return { type: 'device' }
  },
  'oauth.exchangeDevice': async (service) => {
    const device_code = await decide(service, 'approve')
    const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
    await askToken(service, { grant_type, client_id: 'octavo-cli', device_code })
    return { type: 'grant' }
  },
  'oauth.revoke': async (service) => {
    const { clientId, tokens } = await app(service)
    const form = { client_id: clientId, token: tokens.refresh_token }
    await send(service, 'POST', '/_cms/api/oauth/revoke', { form })
    return { type: 'grant' }
  },
  'apps.delete': async (service) => {
    const { person } = await app(service)
    const grant = await grantOf(service, person)
    dataOf(await service.ask('DELETE', `/auth/apps/${grant.id}`, { token: null, headers: person.session }))
    return grant
  },
}
