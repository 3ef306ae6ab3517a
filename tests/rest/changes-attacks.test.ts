import {
  type AuditRow,
  insertEntries,
  type StoredFacts,
  withFacts,
} from '../../packages/server/src/core/audit-store.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, issuePaths } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import type { Any } from '../setup/json.ts'
import { startService, type TestService } from '../setup/service.ts'

const header = 'x-octavo-change-id'
const scopes = ['content:read', 'content:write']

describe('changes and those who may not', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService('sqlite', { env: { OCTAVO_RATE_LIMIT: 'off' } })
    const fields = [
      { slug: 'title', type: 'string' },
      { slug: 'body', type: 'text' },
    ]
    await makeCollection(service, 'posts', { supports: ['drafts'], fields })
    await makeCollection(service, 'notes', { supports: [], fields })
  })
  afterAll(() => service.close())

  async function write(method: string, path: string, body: object): Promise<{ id: string; change: string }> {
    const answer = await service.ask(method, path, { body })
    expect(answer.status, answer.text).toBeLessThan(300)
    return { id: (answer.body as Any).data.item.id, change: String(answer.headers[header]) }
  }

  it('shows no drafts to tokens that see what visitors see', async () => {
    await write('POST', '/content/posts', { data: { title: 'Not yet' } })
    const { token } = await service.person(40, scopes, 'live')
    const answer = await service.ask('GET', '/changes', { token })
    expectFailure(answer, '403 FORBIDDEN')
    expect(answer.text).not.toContain('Not yet')
  })

  it('asks before it undoes for those who are asked before they delete', async () => {
    const { id, change } = await write('POST', '/content/posts', { data: { title: 'Kept' } })
    const { token } = await service.person(40, scopes, 'latest', { confirmDestructive: true })
    const path = `/changes/${change}/undo`
    const first = await service.ask('POST', path, { token })
    expectFailure(first, '409 CONFLICT', 'Nothing was done yet')
    expect((await service.ask('GET', `/content/posts/${id}`)).status).toBe(200)
    const headers = { 'x-octavo-confirm': String((first.body as Any).error.details.confirm) }
    dataOf(await service.ask('POST', path, { token, headers }))
    expect((await service.ask('GET', `/content/posts/${id}`)).status).toBe(404)
  })

  it('takes no confirmation of a call that named a version for one that names none', async () => {
    const { id } = await write('POST', '/content/posts', { data: { title: 'Kept' } })
    const { token } = await service.person(40, scopes, 'latest', { confirmDestructive: true })
    const path = `/content/posts/${id}`
    const rev = String((await service.ask('GET', path)).headers['etag'])
    const first = await service.ask('DELETE', path, { token, headers: { 'if-match': rev } })
    const confirm = { 'x-octavo-confirm': String((first.body as Any).error.details.confirm) }
    expectFailure(await service.ask('DELETE', path, { token, headers: confirm }), '409 CONFLICT')
    dataOf(await service.ask('DELETE', path, { token, headers: { ...confirm, 'if-match': rev } }))
  })

  it('takes no value from visitors that has become required', async () => {
    const { id } = await write('POST', '/content/notes', { data: { title: 'A' }, status: 'published' })
    const { change } = await write('PUT', `/content/notes/${id}`, { data: { body: 'Text' } })
    dataOf(await service.ask('PATCH', '/schema/collections/notes/fields/body', { body: { required: true } }))
    expect(issuePaths(await service.ask('POST', `/changes/${change}/undo`))).toEqual(['data.body'])
  })

  it('keeps no former values of what is deleted permanently', async () => {
    const body = 'Secret words. '.repeat(60)
    const { id } = await write('POST', '/content/posts', { data: { title: 'Gone', body } })
    await write('PUT', `/content/posts/${id}`, { data: { body: 'Short' } })
    const kept = () =>
      service.services.database.reader.rows(
        'SELECT 1 FROM audit_log WHERE target_id = ? AND replaced IS NOT NULL',
        [id],
      )
    expect(await kept()).not.toEqual([])
    dataOf(await service.ask('DELETE', `/content/posts/${id}`))
    dataOf(await service.ask('DELETE', `/content/posts/${id}/permanent`))
    expect(await kept()).toEqual([])
  })

  it('shows a change of many items whole, where one read of the log ends within it', async () => {
    const { id, change } = await write('POST', '/content/posts', { data: { title: 'Early' } })
    const { database } = service.services
    const [early] = await database.reader.rows<AuditRow & StoredFacts>(
      'SELECT * FROM audit_log WHERE id = ?',
      [change],
    )
    if (early === undefined) expect.unreachable('the change has no entry')
    const made = withFacts(early)
    const later = change.slice(0, -6)
    const rows = ['0001', '0002', '0003'].map((part) => ({ ...made, id: change + part }))
    for (let count = 0; count < 1998; count++)
      rows.push({ ...made, id: `${later}ZZZZZZ${String(count).padStart(4, '0')}` })
    await database.transaction('write', (tx) =>
      insertEntries({ db: tx, services: service.services, now: service.clock.now.toISOString() }, rows),
    )
    let cursor: string | undefined
    do {
      const query = `item=${id}&limit=100${cursor === undefined ? '' : `&cursor=${cursor}`}`
      const page = dataOf(await service.ask('GET', `/changes?${query}`))
      const found = page.items.find((one: Any) => one.id === change)
      if (found !== undefined) return expect(found.items).toHaveLength(4)
      cursor = page.nextCursor
    } while (cursor !== undefined)
    expect.unreachable('the change is not listed')
  })
})
