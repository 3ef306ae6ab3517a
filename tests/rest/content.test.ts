import type { Operation } from '@octavo/contract/define'
import { operations } from '@octavo/contract/operations/registry'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, issuePaths } from '../setup/answers.ts'
import { inAnHour, type Made, makeCollection, makeItem, type State } from '../setup/content.ts'
import { engines, startService, type TestService } from '../setup/service.ts'

interface Row {
  operation: Operation
  /** behind `/content/posts`, or from the root of the API; `:id` stands for the item, `:revision` for its newest revision */
  path: string
  from?: State
  status?: 200 | 201
  body?: Record<string, unknown>
  /** a reader may do it too, with an item that is published */
  isForReaders?: boolean
}

const { content, revisions } = operations
const save = { data: { title: 'Changed' } }

const rows: readonly Row[] = [
  { operation: content.list, path: '', isForReaders: true },
  { operation: content.get, path: '/:id', from: 'published', isForReaders: true },
  { operation: content.create, path: '', status: 201, body: { data: { title: 'New' } } },
  { operation: content.update, path: '/:id', body: save },
  {
    operation: content.edit,
    path: '/:id/edit',
    body: { field: 'title', edits: [{ find: 'First', replace: 'Last' }] },
  },
  { operation: content.delete, path: '/:id' },
  { operation: content.listTrashed, path: '/trash', from: 'trash' },
  { operation: content.restore, path: '/:id/restore', from: 'trash', body: {} },
  { operation: content.deletePermanently, path: '/:id/permanent', from: 'trash' },
  { operation: content.publish, path: '/:id/publish', body: {} },
  { operation: content.unpublish, path: '/:id/unpublish', from: 'published', body: {} },
  {
    operation: content.undoPublication,
    path: '/:id/undo-publication',
    from: 'published',
    body: { live: null },
  },
  { operation: content.schedule, path: '/:id/schedule', body: { scheduledAt: 'SOON' } },
  { operation: content.unschedule, path: '/:id/unschedule', from: 'scheduled+time', body: {} },
  { operation: content.discardDraft, path: '/:id/discard-draft', from: 'published+draft', body: {} },
  { operation: content.duplicate, path: '/:id/duplicate', status: 201, body: {} },
  { operation: content.compare, path: '/:id/compare', from: 'published+draft' },
  { operation: content.translations, path: '/:id/translations', from: 'published', isForReaders: true },
  { operation: revisions.list, path: '/:id/revisions', from: 'published', isForReaders: true },
  { operation: revisions.get, path: '/_cms/revisions/:revision', from: 'published', isForReaders: true },
  { operation: revisions.restore, path: '/_cms/revisions/:revision/restore', body: {} },
]

describe.each(engines)('content operations on %s', (engine) => {
  let service: TestService
  let reader: string
  let contentRead: string

  beforeAll(async () => {
    service = await startService(engine)
    await makeCollection(service, 'posts', {
      supports: ['drafts', 'revisions', 'scheduling'],
      fields: [{ slug: 'title', type: 'string' }],
    })
    reader = (await service.person(10, ['content:read'])).token
    contentRead = (await service.person(50, ['content:read'])).token
  })
  afterAll(() => service.close())

  async function pathOf({ path }: Row, made: Made, key: 'id' | 'slug' = 'id'): Promise<string> {
    if (!path.startsWith('/_cms')) return `/content/posts${path.replace(':id', made[key])}`
    const { items } = dataOf(await service.ask('GET', `/content/posts/${made.id}/revisions?limit=1`))
    return path.replace('/_cms', '').replace(':revision', items[0].id)
  }

  const bodyOf = ({ body }: Row, more = {}): { body?: unknown } =>
    body === undefined
      ? {}
      : { body: { ...body, ...('scheduledAt' in body && { scheduledAt: inAnHour(service) }), ...more } }

  const prepare = async ({ from }: Row): Promise<Made> =>
    makeItem(service, 'posts', { state: from ?? 'draft' })

  describe.each(rows)('$operation.name', (row) => {
    const { method } = row.operation.rest ?? { method: 'GET' }
    const ask = async (path: string, more = {}) => service.ask(method, path, { ...bodyOf(row), ...more })

    it('answers as the contract says', async () => {
      const answer = await ask(await pathOf(row, await prepare(row)))
      const data = dataOf(answer, row.status ?? 200)
      expect(row.operation.output.safeParse(data).error?.issues).toBeUndefined()
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
      expect(answer.headers['cache-control']).toMatch(/^private, no-(store|cache)$/)
      if (data.item !== undefined && row.operation.name !== 'revisions.get') {
        expect(answer.headers['etag']).toBe(`"${data._rev}"`)
      }
    })

    if (row.path.includes(':id'))
      it('takes a slug where it takes an id', async () => {
        dataOf(await ask(await pathOf(row, await prepare(row), 'slug')), row.status ?? 200)
      })

    it('needs a token', async () => {
      const made = await prepare(row)
      const answer = await ask(await pathOf(row, made), { token: null })
      expectFailure(answer, '401 UNAUTHORIZED')
      expect(answer.headers['www-authenticate']).toBe('Bearer')
    })

    it('needs the right', async () => {
      const made = await prepare(row)
      const path = await pathOf(row, made)
      const asReader = await ask(path, { token: reader })
      if (row.isForReaders === true) dataOf(asReader)
      else expectFailure(asReader, '403 FORBIDDEN')
      const isWrite = row.operation.effect !== 'read'
      const withReadScope = await ask(path, { token: contentRead })
      if (isWrite) expectFailure(withReadScope, '403 FORBIDDEN', 'requires content:write')
      else dataOf(withReadScope)
    })

    it('says when there is no such thing', async () => {
      const nobody = '01JZZZZZZZZZZZZZZZZZZZZZZZ'
      if (row.path.includes(':id')) {
        expectFailure(await ask(`/content/posts${row.path.replace(':id', nobody)}`), '404 NOT_FOUND', nobody)
        expectFailure(
          await ask(`/content/posts${row.path.replace(':id', 'no-such-slug')}`),
          '404 NOT_FOUND',
          'no-such-slug',
        )
      }
      if (row.path.startsWith('/_cms')) {
        const path = row.path.replace('/_cms', '').replace(':revision', nobody)
        expectFailure(await ask(path), '404 NOT_FOUND', nobody)
      } else {
        expectFailure(
          await ask(`/content/nothing${row.path.replace(':id', nobody)}`),
          '404 NOT_FOUND',
          'nothing',
        )
      }
    })

    it('refuses what it does not know', async () => {
      const made = await prepare(row)
      const path = await pathOf(row, made)
      const query = await ask(`${path}?colour=red`)
      expectFailure(query, '400 VALIDATION_ERROR', 'colour')
      expect(issuePaths(query)).toEqual(['colour'])
      if (row.body === undefined) return
      const body = await ask(path, bodyOf(row, { colour: 'red' }))
      expectFailure(body, '400 VALIDATION_ERROR', 'colour')
      expect(issuePaths(body)).toEqual(['colour'])
    })

    if (row.body !== undefined)
      it('takes an object as body and nothing else', async () => {
        const path = await pathOf(row, await prepare(row))
        for (const body of ['[]', '"text"', '7', 'true']) {
          expectFailure(await ask(path, { body }), '400 VALIDATION_ERROR', 'object')
        }
      })
  })
})
