import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, issuePaths, outcome } from '../setup/answers.ts'
import { type Cluster, startCluster } from '../setup/cluster.ts'
import { type Answer, engines, startService, type TestService } from '../setup/service.ts'
import { askAs, askAsAdmin, sessionOf } from '../setup/sessions.ts'

describe.each(engines)('users on %s', (engine) => {
  let service: TestService
  const ids: Record<string, string> = {}

  const people = [
    ['Ada Lovelace', 'ada@example.com', 50],
    ['Émile Zola', 'emile@example.org', 30],
    ['grace hopper', 'grace@example.com', 40],
    ['Zoë 100%', 'zoe_x@example.com', 30],
  ] as const

  beforeAll(async () => {
    service = await startService(engine)
    for (const [name, email, role] of people) {
      ids[name] = dataOf(
        await askAsAdmin(service, 'POST', '/auth/invite', { name, email, role }),
        201,
      ).item.id
    }
  })
  afterAll(() => service.close())

  const names = async (query: string): Promise<string[]> =>
    dataOf(await service.ask('GET', `/admin/users${query}`)).items.map(({ name }: { name: string }) => name)
  const me = async () => dataOf(await service.ask('GET', '/auth/me')).item

  it('are listed by name, in any case and with accents in their place', async () => {
    expect(await names('')).toEqual(['Ada Lovelace', 'Émile Zola', 'grace hopper', 'Person 1', 'Zoë 100%'])
  })

  it.each([
    ['?role=30', ['Émile Zola', 'Zoë 100%']],
    ['?role=40', ['grace hopper']],
    ['?role=10', []],
    ['?search=ADA', ['Ada Lovelace']],
    ['?search=%C3%89mile', ['Émile Zola']],
    ['?search=%C3%A9MILE', ['Émile Zola']],
    ['?search=example.org', ['Émile Zola']],
    ['?search=0%25', ['Zoë 100%']],
    ['?search=%25', ['Zoë 100%']],
    ['?search=_', ['Zoë 100%']],
    ['?search=%5C', []],
    ['?search=%27', []],
    ['?role=30&search=zo', ['Émile Zola', 'Zoë 100%']],
    ['?disabled=true', []],
    ['?disabled=false&role=50', ['Ada Lovelace', 'Person 1']],
  ])('%s finds %j', async (query, expected) => {
    expect(await names(query)).toEqual(expected)
  })

  it('come in pages', async () => {
    const found: string[] = []
    let cursor = ''
    do {
      const page = dataOf(await service.ask('GET', `/admin/users?limit=2${cursor}`))
      found.push(...page.items.map(({ name }: { name: string }) => name))
      cursor = page.nextCursor === undefined ? '' : `&cursor=${page.nextCursor}`
    } while (cursor !== '')
    expect(found).toEqual(await names(''))
    const { nextCursor } = dataOf(await service.ask('GET', '/admin/users?limit=2'))
    expectFailure(
      await service.ask('GET', `/admin/users?role=30&cursor=${nextCursor}`),
      '400 VALIDATION_ERROR',
    )
  })

  it.each([
    ['?role=35', 'role'],
    ['?role=admin', 'role'],
    ['?disabled=yes', 'disabled'],
    ['?limit=0', 'limit'],
    ['?cursor=x', 'cursor'],
    ['?name=x', 'name'],
  ])('%s is refused', async (query, path) => {
    const answer = await service.ask('GET', `/admin/users${query}`)
    expect(outcome(answer)).toBe('400 VALIDATION_ERROR')
    expect(issuePaths(answer)).toEqual([path])
  })

  it('are got, with nothing secret', async () => {
    const { item } = dataOf(await service.ask('GET', `/admin/users/${ids['grace hopper']}`))
    expect(item).toEqual({
      id: ids['grace hopper'],
      name: 'grace hopper',
      email: 'grace@example.com',
      role: 40,
      disabled: false,
      lastSignInAt: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    })
    expectFailure(await service.ask('GET', '/admin/users/nobody'), '404 NOT_FOUND')
  })

  it('are changed', async () => {
    const path = `/admin/users/${ids['Zoë 100%']}`
    service.clock.forward(1000)
    expect(dataOf(await service.ask('PATCH', path, { body: { name: 'Bea', role: 20 } })).item).toMatchObject({
      name: 'Bea',
      role: 20,
      updatedAt: service.clock.now.toISOString(),
    })
    expect(await names('?search=bea')).toEqual(['Bea'])
    expect((await names('')).indexOf('Bea')).toBe(1)
    dataOf(await service.ask('PATCH', path, { body: { name: 'Zoë 100%', role: 30 } }))
    expect(
      issuePaths(await service.ask('PATCH', path, { body: { email: 'x', role: 31, name: null } })).toSorted(),
    ).toEqual(['email', 'name', 'role'])
    expectFailure(await service.ask('PATCH', '/admin/users/nobody', { body: { role: 30 } }), '404 NOT_FOUND')
  })

  it('a role that falls or rises holds from the next request on', async () => {
    const { token, userId } = await service.person(40, ['content:write', 'schema:read'])
    const session = await sessionOf(service, userId)
    const read = async (): Promise<string[]> => [
      outcome(await service.ask('GET', '/schema/collections', { token })),
      outcome(await service.ask('GET', '/schema/collections', { token: null, headers: session })),
    ]
    expect(await read()).toEqual(['200', '200'])
    dataOf(await service.ask('PATCH', `/admin/users/${userId}`, { body: { role: 30 } }))
    expect(await read()).toEqual(['403 FORBIDDEN', '403 FORBIDDEN'])
    dataOf(await askAsAdmin(service, 'PATCH', `/admin/users/${userId}`, { role: 50 }))
    expect(await read()).toEqual(['200', '200'])
    dataOf(await service.ask('PATCH', `/admin/users/${userId}`, { body: { role: 40 } }))
  })

  it('who is disabled is out at once, and back with their tokens alone', async () => {
    const { token, userId } = await service.person(40, ['schema:read'])
    const session = await sessionOf(service, userId)
    const read = async (): Promise<string[]> => [
      outcome(await service.ask('GET', '/auth/me', { token })),
      outcome(await service.ask('GET', '/auth/me', { token: null, headers: session })),
    ]
    expect(await read()).toEqual(['200', '200'])
    expect(dataOf(await service.ask('POST', `/admin/users/${userId}/disable`)).item.disabled).toBe(true)
    expect(await read()).toEqual(['401 UNAUTHORIZED', '401 UNAUTHORIZED'])
    expect(dataOf(await service.ask('GET', '/admin/users?disabled=true')).items).toHaveLength(1)
    dataOf(await service.ask('POST', `/admin/users/${userId}/disable`))
    expect(dataOf(await service.ask('POST', `/admin/users/${userId}/enable`)).item.disabled).toBe(false)
    expect(await read()).toEqual(['200', '401 UNAUTHORIZED'])
    for (const verb of ['enable', 'disable'])
      expectFailure(await service.ask('POST', `/admin/users/nobody/${verb}`), '404 NOT_FOUND')
  })

  it('the last enabled admin stays one', async () => {
    const { id } = await me()
    dataOf(await service.ask('PATCH', `/admin/users/${ids['Ada Lovelace']}`, { body: { role: 40 } }))
    expectFailure(
      await service.ask('PATCH', `/admin/users/${id}`, { body: { role: 40 } }),
      '409 CONFLICT',
      'last',
    )
    expectFailure(await service.ask('POST', `/admin/users/${id}/disable`), '409 CONFLICT', 'last')
    dataOf(await service.ask('PATCH', `/admin/users/${id}`, { body: { name: 'Still here', role: 50 } }))
    const other = await service.person(50)
    dataOf(await service.ask('POST', `/admin/users/${other.userId}/disable`))
    expectFailure(await service.ask('PATCH', `/admin/users/${id}`, { body: { role: 10 } }), '409 CONFLICT')
    dataOf(await service.ask('POST', `/admin/users/${other.userId}/enable`))
    dataOf(await service.ask('POST', `/admin/users/${id}/disable`, { token: other.token }))
    dataOf(await service.ask('POST', `/admin/users/${id}/enable`, { token: other.token }))
    dataOf(await service.ask('POST', `/admin/users/${other.userId}/disable`))
  })

  it.each([10, 20, 30, 40])('are nothing for the role %i', async (role) => {
    const { token } = await service.person(role, ['content:read'])
    const session = await sessionOf(service, (await service.person(role, ['content:read'])).userId)
    const id = ids['Ada Lovelace']
    for (const [method, path, body] of [
      ['GET', '/admin/users'],
      ['GET', `/admin/users/${id}`],
      ['PATCH', `/admin/users/${id}`, { role: 50 }],
      ['POST', `/admin/users/${id}/enable`],
      ['POST', `/admin/users/${id}/disable`],
    ] as const) {
      expectFailure(await service.ask(method, path, { token, body }), '403 FORBIDDEN')
      expectFailure(await service.ask(method, path, { token: null, headers: session, body }), '403 FORBIDDEN')
    }
  })

  describe('go by their names', () => {
    const namesOf = (asked: string, session?: Record<string, string>): Promise<Answer> =>
      service.ask('GET', `/users/names?ids=${encodeURIComponent(asked)}`, {
        ...(session !== undefined && { token: null, headers: session }),
      })
    const sortedNames = (answer: Answer): string[] =>
      dataOf(answer)
        .items.map(({ id, name }: { id: string; name: string | null }) => `${id} ${name}`)
        .toSorted()
    const expected = ['Ada Lovelace', 'grace hopper']

    it('for those who edit what others have written, by ids, without anything else of them', async () => {
      const asked = `${ids['Ada Lovelace']}, ${ids['grace hopper']},01JZZZZZZZZZZZZZZZZZZZZZZZ,${ids['Ada Lovelace']}`
      const { userId } = await service.person(40, ['content:read'])
      const answer = await namesOf(asked, await sessionOf(service, userId))
      expect(sortedNames(answer)).toEqual(expected.map((name) => `${ids[name]} ${name}`).toSorted())
      expect(Object.keys(dataOf(answer).items[0]).toSorted()).toEqual(['id', 'name'])
    })

    it('and without one by the address, for those who manage users alone', async () => {
      const { userId } = await service.person(40, ['content:read'])
      const { item } = dataOf(
        await askAsAdmin(service, 'POST', '/auth/invite', { email: 'nameless@example.com', role: 20 }),
        201,
      )
      expect(sortedNames(await namesOf(item.id))).toEqual([`${item.id} nameless@example.com`])
      expect(sortedNames(await namesOf(item.id, await sessionOf(service, userId)))).toEqual([
        `${item.id} null`,
      ])
    })

    it('and are found by a part of the name, never by the address', async () => {
      const { userId } = await service.person(40, ['content:read'])
      const session = await sessionOf(service, userId)
      const found = async (search: string): Promise<string[]> => {
        const path = `/users/names?search=${encodeURIComponent(search)}`
        return dataOf(await service.ask('GET', path, { token: null, headers: session })).items.map(
          ({ name }: { name: string }) => name,
        )
      }
      expect(await found('LOVE')).toEqual(['Ada Lovelace'])
      expect(await found('hopper')).toEqual(['grace hopper'])
      expect((await found('')).slice(0, 1)).toEqual(['Ada Lovelace'])
      expect(await found('%')).toEqual(['Zoë 100%'])
      const name = 'Reader Only'
      const reader = await service.person(10, ['content:read'])
      dataOf(await service.ask('PATCH', `/admin/users/${reader.userId}`, { body: { name } }))
      expect(await found(name)).toEqual([])
      dataOf(await service.ask('PATCH', `/admin/users/${reader.userId}`, { body: { role: 20 } }))
      expect(await found(name)).toEqual([name])
      for (const search of ['example.com', '@', '_', 'nameless']) expect(await found(search)).toEqual([])
      for (const query of ['', 'ids=a&search=b', `search=${'x'.repeat(201)}`])
        expectFailure(
          await service.ask('GET', `/users/names?${query}`, { token: null, headers: session }),
          '400 VALIDATION_ERROR',
        )
    })

    it.each([30, 20, 10])('but not for role %s', async (role) => {
      const { userId } = await service.person(role, ['content:read'])
      expectFailure(await namesOf('a', await sessionOf(service, userId)), '403 FORBIDDEN', '')
    })

    it.each([
      ['', 'ids'],
      [',,', 'ids'],
      [Array.from({ length: 101 }, (_, index) => index).join(','), 'ids'],
    ])('and not for %j', async (asked, path) => {
      const answer = await namesOf(asked)
      expectFailure(answer, '400 VALIDATION_ERROR', 'ids')
      expect(issuePaths(answer)).toEqual([path])
    })

    it('and nothing is found by what only looks like an id', async () => {
      for (const asked of [`' OR 1=1 --`, '%', '__proto__', 'ø'.repeat(500)])
        expect(dataOf(await namesOf(asked))).toEqual({ items: [] })
    })
  })
})

describe.each(engines)('two processes on %s', (engine) => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startCluster(engine, 2)
  })
  afterAll(() => cluster.close())

  async function admins(): Promise<{ token: string; id: string }[]> {
    const [first] = cluster.nodes
    if (first === undefined) return []
    const tokens = [first.token, await cluster.person(50, ['admin'])]
    const found: { token: string; id: string }[] = []
    for (const token of tokens)
      found.push({ token, id: dataOf(await first.ask('GET', '/auth/me', { token })).item.id })
    return found
  }

  it('demote and disable at once, and leave an enabled admin every time', async () => {
    const [one, other] = cluster.nodes
    const [ada, grace] = await admins()
    if (one === undefined || other === undefined || ada === undefined || grace === undefined)
      return expect.fail()
    for (let round = 0; round < 12; round++) {
      const demote = (node: typeof one, by: typeof ada, of: typeof ada): Promise<Answer> =>
        round % 2 === 0
          ? node.ask('PATCH', `/admin/users/${of.id}`, { token: by.token, body: { role: 40 } })
          : node.ask('POST', `/admin/users/${of.id}/disable`, { token: by.token })
      const answers = await Promise.all([demote(one, ada, grace), demote(other, grace, ada)])
      expect(answers.filter(({ status }) => status === 200).length).toBe(1)
      const left = answers[0]?.status === 200 ? ada : grace
      const { id } = left === ada ? grace : ada
      const session = await sessionOf(one, left.id)
      dataOf(await askAs(one, session)('PATCH', `/admin/users/${id}`, { role: 50 }))
      dataOf(await one.ask('POST', `/admin/users/${id}/enable`, { token: left.token }))
    }
  })

  it('what is decided at one holds for the next request at the other', async () => {
    const [one, other] = cluster.nodes
    if (one === undefined || other === undefined) return expect.fail()
    const token = await cluster.person(40, ['schema:read'])
    const { id } = dataOf(await one.ask('GET', '/auth/me', { token })).item
    const session = await sessionOf(one, id)
    const change = (verb: string, body?: object): Promise<Answer> =>
      verb === ''
        ? one.ask('PATCH', `/admin/users/${id}`, { body })
        : one.ask('POST', `/admin/users/${id}/${verb}`)
    const read = (): Promise<Answer> => other.ask('GET', '/schema/collections', { token })
    for (let round = 0; round < 20; round++) {
      expect(outcome(await read())).toBe('200')
      dataOf(await change('', { role: 30 }))
      expect(outcome(await read())).toBe('403 FORBIDDEN')
      dataOf(await change('disable'))
      expect(outcome(await read())).toBe('401 UNAUTHORIZED')
      expect(outcome(await other.ask('GET', '/auth/me', { token: null, headers: session }))).toBe(
        '401 UNAUTHORIZED',
      )
      dataOf(await change('enable'))
      dataOf(await change('', { role: 40 }))
    }
  })
})
