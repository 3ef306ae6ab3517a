import {
  type AccessRequirement,
  isAllowed,
  type Scope,
  scopeMinimumRole,
  scopes,
} from '@octavo/contract/access'
import type { Operation } from '@octavo/contract/define'
import { operationList } from '@octavo/contract/operations/registry'
import type { Caller } from '@octavo/server/core/caller'
import { OctavoError } from '@octavo/server/platform/errors'
import { invoke } from '@octavo/server/core/invoke'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outcome } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { engines, rowsFor, startService, type TestService } from '../setup/service.ts'
import { sessionOf } from '../setup/sessions.ts'

const roles = [10, 20, 30, 40, 50] as const
const scopeNames = Object.keys(scopes) as Scope[]

interface Way {
  readonly name: string
  readonly role: number
  readonly scopes: readonly string[] | null
  readonly userId: string
  headers(operation: Operation): Promise<Record<string, string>>
}

const opened = operationList.filter(({ rest }) => rest !== undefined)

/** The command line and the OAuth server call them; the one path asks the same table for all interfaces. */
const unopened = operationList.filter(({ rest }) => rest === undefined)

/** The expected result of an operation for a caller, from the table of permissions. */
function isLetIn(
  permission: AccessRequirement,
  rights: { role: number; scopes: readonly string[] | null },
): boolean {
  return permission === 'public' || permission === 'signedIn' || isAllowed(rights, permission)
}

describe.each(engines)('every operation, by every role and scope, on %s', (engine) => {
  let service: TestService
  const ways: Way[] = []

  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_RATE_LIMIT: 'off' } })
    await makeCollection(service, 'posts', { supports: ['drafts'] })
    for (const role of roles) {
      const { userId } = await service.person(role, ['content:read'])
      // A new one each time: some operations end it.
      ways.push({
        name: `role ${role} by session`,
        role,
        scopes: null,
        userId,
        headers: sessionFor(userId),
      })
      ways.push(await byTokenOfNothing(role))
      for (const scope of scopeNames) ways.push(await byToken(role, scope))
    }
  })
  afterAll(() => service.close())

  /** One session serves for all operations but those that end sessions. */
  function sessionFor(userId: string): Way['headers'] {
    let kept: Promise<Record<string, string>> | undefined
    return ({ name }) => {
      if (!/^(auth|sessions)\./.test(name)) return (kept ??= sessionOf(service, userId))
      kept = undefined
      return sessionOf(service, userId)
    }
  }

  /** A token of one scope, which may have been given to the person while they had a higher role. */
  async function byToken(role: number, scope: Scope): Promise<Way> {
    const { token, userId } = await service.person(Math.max(role, scopeMinimumRole[scope]), [scope])
    const answer = await service.ask('PATCH', `/admin/users/${userId}`, { body: { role } })
    expect(answer.status).toBe(200)
    const headers = { authorization: `Bearer ${token}` }
    return { name: `role ${role} with ${scope}`, role, scopes: [scope], userId, headers: async () => headers }
  }

  /** Nobody can make such a token; one whose scopes were all taken away is like it. */
  async function byTokenOfNothing(role: number): Promise<Way> {
    const { token, userId } = await service.person(role, ['content:read'])
    await service.services.database.transaction('write', async (tx) => {
      await tx.run(`UPDATE tokens SET scopes = '[]' WHERE user_id = ?`, [userId])
      await tx.run(`UPDATE counters SET value = value + 1 WHERE name = 'access'`, [])
    })
    const headers = { authorization: `Bearer ${token}` }
    return { name: `role ${role} with no scope`, role, scopes: [], userId, headers: async () => headers }
  }

  /** The same without an interface: how it ends for a caller of these rights. */
  async function call(operation: Operation, { role, scopes: held, userId }: Way): Promise<string> {
    const id = held === null ? { sessionId: 'x', tokenId: null } : { sessionId: null, tokenId: 'x' }
    const authenticatedAt = held === null ? service.clock.now.toISOString() : null
    const caller: Caller = {
      userId,
      ...id,
      authenticatedAt,
      clientId: null,
      role,
      scopes: held,
      interface: 'mcp',
    }
    // The names do not exist: an authorized caller gets a validation error.
    const input = { nobody: { has: { named: { this: true } } } }
    return invoke(service.services, { operation, caller, input }).then(
      () => 'let in',
      (error: unknown) =>
        error instanceof OctavoError && error.code === 'FORBIDDEN' ? '403 FORBIDDEN' : 'let in',
    )
  }

  it.each(rowsFor(engine, unopened).map((operation) => [operation.name, operation] as const))(
    '%s',
    async (_, operation) => {
      for (const way of ways) {
        const expected = isLetIn(operation.permission, way) ? 'let in' : '403 FORBIDDEN'
        expect([way.name, await call(operation, way)]).toEqual([way.name, expected])
      }
    },
  )

  /** Calls with unknown names and an empty body: an authorized caller gets a validation error. */
  async function ask({ rest }: Operation, headers: Record<string, string>): Promise<string> {
    const method = rest?.method ?? 'GET'
    const path = (rest?.path ?? '').replaceAll(':collection', 'posts').replaceAll(/:\w+/g, 'nothing')
    const hasBody = method !== 'GET' && method !== 'DELETE'
    return outcome(await service.ask(method, path, { token: null, headers, ...(hasBody && { body: {} }) }))
  }

  it.each(rowsFor(engine, opened).map((operation) => [operation.name, operation] as const))(
    '%s',
    async (_, operation) => {
      const found: Record<string, string> = {}
      const expected: Record<string, string> = {}
      for (const way of ways) {
        const ended = await ask(operation, await way.headers(operation))
        found[way.name] = /^40[13] (UNAUTHORIZED|FORBIDDEN)$/.test(ended) ? ended : 'let in'
        expected[way.name] = isLetIn(operation.permission, way) ? 'let in' : '403 FORBIDDEN'
      }
      expect(found).toEqual(expected)
      const stranger = await ask(operation, {})
      if (operation.permission === 'public') expect(stranger).not.toBe('403 FORBIDDEN')
      else expect(stranger).toBe('401 UNAUTHORIZED')
    },
  )
})
