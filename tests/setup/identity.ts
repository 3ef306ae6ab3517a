import { dataOf } from './answers.ts'
import { Authenticator } from './authenticator.ts'
import type { TestService } from './service.ts'
import { askAsAdmin, sessionOf } from './sessions.ts'

const resources = ['auth', 'sessions', 'passkeys', 'setup', 'users', 'tokens']

/** Whether an operation is about users, and how they sign in. */
export function isOfIdentity(operation: string): boolean {
  return resources.includes(operation.split('.', 1)[0] ?? '')
}

/** Makes what the example of such an operation is about; returns its variables. The admin of the tests asks. */
export async function prepareIdentity(
  service: TestService,
  operation: string,
): Promise<Record<string, string>> {
  switch (operation) {
    case 'users.get':
    case 'users.update':
    case 'users.enable':
    case 'users.disable':
      return { ID: (await service.person(30, ['content:read'])).userId }
    case 'sessions.end':
      await sessionOf(service, dataOf(await service.ask('GET', '/auth/me')).item.id)
      return { ID: dataOf(await askAsAdmin(service, 'GET', '/auth/sessions')).items[0].id }
    case 'tokens.revoke':
      return { ID: await madeToken(service) }
    case 'tokens.revokeOfSite':
      return { ID: await siteToken(service) }
    case 'passkeys.update':
    case 'passkeys.delete':
      await madePasskey(service)
      return { ID: await madePasskey(service) }
    default:
      return {}
  }
}

async function madeToken(service: TestService): Promise<string> {
  const body = { name: 'old', scopes: ['content:read'] }
  return dataOf(await askAsAdmin(service, 'POST', '/admin/api-tokens', body), 201).item.id
}

async function siteToken(service: TestService): Promise<string> {
  return dataOf(await askAsAdmin(service, 'POST', '/admin/site-tokens', { name: 'web' }), 201).item.id
}

async function madePasskey(service: TestService): Promise<string> {
  const { options } = dataOf(await askAsAdmin(service, 'POST', '/auth/passkey/register/options'))
  const body = new Authenticator(service.services.config.baseUrl).create(options)
  return dataOf(await askAsAdmin(service, 'POST', '/auth/passkey/register/verify', body), 201).item.id
}
