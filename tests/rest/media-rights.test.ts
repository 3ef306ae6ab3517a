import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, outcome } from '../setup/answers.ts'
import { formOf, picture, upload, uploaded } from '../setup/media.ts'
import { type Answer, engines, startService, type TestService } from '../setup/service.ts'

const roles = [10, 20, 30, 40, 50] as const

interface Person {
  token: string
  userId: string
}

describe.each(engines)('who may do what with media on %s', (engine) => {
  let service: TestService
  const people = new Map<number, Person>()
  let others: { id: string }

  beforeAll(async () => {
    service = await startService(engine)
    for (const role of roles) people.set(role, await service.person(role, ['media:read', 'media:write']))
    others = await uploaded(service, { content: await picture() })
  })
  afterAll(() => service.close())

  /** An item that belongs to a user, whatever that user's role is. */
  async function itemOf({ userId }: Person): Promise<string> {
    const { id } = await uploaded(service, { content: await picture() })
    await service.services.database.transaction('write', async (tx) => {
      await tx.run('UPDATE media SET author_id = ? WHERE id = ?', [userId, id])
    })
    return id
  }

  let count = 0
  const body = { filename: 'x', mimeType: 'a/b', storageKey: 'somewhere' }
  const rows: [what: string, least: number, ask: (person: Person) => Promise<Answer>][] = [
    ['list', 10, ({ token }) => service.ask('GET', '/media', { token })],
    ['get', 10, ({ token }) => service.ask('GET', `/media/${others.id}`, { token })],
    ['upload', 20, ({ token }) => upload(service, { content: 'x', token })],
    [
      'record a key',
      40,
      ({ token }) =>
        service.ask('POST', '/media', { token, body: { ...body, storageKey: `somewhere/${++count}` } }),
    ],
    [
      'change what is theirs',
      30,
      async (person) =>
        service.ask('PUT', `/media/${await itemOf(person)}`, { token: person.token, body: { alt: 'x' } }),
    ],
    [
      "change somebody else's",
      40,
      ({ token }) => service.ask('PUT', `/media/${others.id}`, { token, body: { alt: 'x' } }),
    ],
    [
      'delete what is theirs',
      30,
      async (person) => service.ask('DELETE', `/media/${await itemOf(person)}`, { token: person.token }),
    ],
    [
      "delete somebody else's",
      40,
      async ({ token }) =>
        service.ask('DELETE', `/media/${(await uploaded(service, { content: await picture() })).id}`, {
          token,
        }),
    ],
    [
      "confirm somebody else's",
      40,
      ({ token }) => service.ask('POST', `/media/${others.id}/confirm`, { token }),
    ],
  ]

  it.each(rows)('%s: from the role %i on', async (_, least, ask) => {
    for (const role of roles) {
      const answer = await ask(people.get(role) ?? { token: '', userId: '' })
      if (role < least) expect(outcome(answer), String(role)).toBe('403 FORBIDDEN')
      else expect(answer.status, `${role}: ${answer.text}`).toBeLessThan(300)
    }
  })

  it('where a file is used is shown to those who may read drafts of content', async () => {
    for (const [role, scopes, expected] of [
      [10, ['content:read', 'media:read'], '403 FORBIDDEN'],
      [20, ['content:read'], '200'],
      [50, ['media:read', 'media:write'], '403 FORBIDDEN'],
    ] as const) {
      const { token } = await service.person(role, scopes)
      expect(outcome(await service.ask('GET', `/media/${others.id}/usage`, { token }))).toBe(expected)
    }
  })

  it('every call takes the scope for it', async () => {
    const reader = await service.person(50, ['media:read', 'content:write', 'schema:write'])
    const writer = await service.person(50, ['media:write'])
    const { id } = others
    for (const [method, path, ask] of [
      ['POST', '/media', formOf([{ name: 'file', filename: 'x', content: 'x' }])],
      ['POST', '/media', { body }],
      ['PUT', `/media/${id}`, { body: {} }],
      ['DELETE', `/media/${id}`, {}],
      ['POST', `/media/${id}/confirm`, {}],
      ['POST', '/media/upload-url', { body: { filename: 'x', mimeType: 'a/b', size: 1 } }],
    ] as const) {
      const answer = await service.ask(method, path, { ...ask, token: reader.token })
      expect(outcome(answer), `${method} ${path}`).toBe('403 FORBIDDEN')
      expect(answer.body.error.message).toContain('media:write')
    }
    for (const path of ['/media', `/media/${id}`]) {
      expect(outcome(await service.ask('GET', path, { token: writer.token }))).toBe('403 FORBIDDEN')
      expect(outcome(await service.ask('GET', path, { token: null }))).toBe('401 UNAUTHORIZED')
    }
    expect(dataOf(await service.ask('GET', `/media/${id}`)).item.id).toBe(id)
  })
})
