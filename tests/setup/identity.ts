import { dataOf } from './answers.ts'
import type { TestService } from './service.ts'
import { sessionOf } from './sessions.ts'

const resources = ['auth', 'sessions']

/** Whether an operation is about users, and how they sign in. */
export function isOfIdentity(operation: string): boolean {
  return resources.includes(operation.split('.', 1)[0] ?? '')
}

/** Makes what the example of such an operation is about; gives its variables. The admin of the tests asks. */
export async function prepareIdentity(
  service: TestService,
  operation: string,
): Promise<Record<string, string>> {
  const me = dataOf(await service.ask('GET', '/auth/me')).item.id
  if (operation !== 'sessions.end') return {}
  await sessionOf(service, me)
  return { ID: dataOf(await service.ask('GET', '/auth/sessions')).items[0].id }
}
