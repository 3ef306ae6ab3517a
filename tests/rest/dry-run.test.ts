import { controlsOf } from '@octavo/contract/controls'
import type { Operation } from '@octavo/contract/define'
import { operationList } from '@octavo/contract/operations/registry'
import { OperationRoutes } from '@octavo/server/http/rest/operation-routes'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { dataOf, issuePaths } from '../setup/answers.ts'
import { changes } from '../setup/changes.ts'
import { makeCollection, makeItem } from '../setup/content.ts'
import { dumpOf, settledDumpOf } from '../setup/database-dump.ts'
import type { Any } from '../setup/json.ts'
import { resultOf } from '../setup/mcp.ts'
import { picture, startMediaService, uploaded } from '../setup/media.ts'
import { type Ask, engines, startService, type TestService } from '../setup/service.ts'

const plugin = new URL('../plugins/every-hook.ts', import.meta.url).pathname

const routes = new OperationRoutes(operationList)

const dry = operationList.filter(
  (operation) => operation.rest !== undefined && controlsOf(operation).includes('dryRun'),
)

/** changes over REST that have no dry run: they make something temporary, start a session, or work in several steps */
const withoutDryRun = operationList
  .filter(
    ({ effect, rest, audit }) =>
      effect !== 'read' && effect !== 'ownTransaction' && rest !== undefined && audit !== 'none',
  )
  .filter((operation) => !dry.includes(operation))
  .map(({ name }) => name)

const id = /[0-7][0-9A-HJKMNP-TV-Z]{25}/g

/** An answer without what differs between two calls: ids, revs and secrets. */
function comparable(value: Any): Any {
  return JSON.parse(
    JSON.stringify(value, (key, part: unknown) => {
      if (['token', 'secret', 'url', 'prefix', '_rev'].includes(key)) return typeof part
      return typeof part === 'string' ? part.replace(id, 'ID') : part
    }),
  )
}

/** what the deliveries of events change in the background */
const deliveries = ['event_readers', 'webhooks', 'webhook_deliveries']

interface Rehearsed {
  readonly dry: Any
  readonly real: Any
}

/** tables of how SQLite stores the indexes of words, whose segments a job joins meanwhile; what is indexed is in others */
const segments = /^search_(draft_)?index_(config|data|idx)$/

/**
 * The service, whose calls of an operation are rehearsed first: over REST, and over MCP where a tool offers it. Nothing
 * that the service keeps may change by that.
 */
function rehearsing(service: TestService, operation: Operation, done: Rehearsed[]): TestService {
  // Deliveries of events from before go on meanwhile; a dry run writes no event, so it has none itself.
  const isDelivering = !operation.name.startsWith('webhooks.')
  const kept = (dump: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(dump).filter(
        ([table]) => !segments.test(table) && !(isDelivering && deliveries.includes(table)),
      ),
    )
  const ask = async (method: string, path: string, given: Ask = {}) => {
    const found = routes.find({ method, url: `/_cms/api${path}` })
    if (found?.route.operation !== operation) return service.ask(method, path, given)
    const before = kept(await settledDumpOf(service, isDelivering ? 1 : 20))
    const asked = path + (path.includes('?') ? '&' : '?') + 'dryRun=true'
    const dryAnswer = await service.ask(method, asked, given)
    expect(kept(await dumpOf(service))).toEqual(before)
    if (operation.mcp !== undefined) {
      const args = argumentsOf(operation, { ...found.params, ...(given.body as object) })
      const trial = { ...args, dryRun: true }
      const result = await resultOf(service, operation.mcp.tool, trial, { toolsets: 'all' })
      expect(kept(await dumpOf(service))).toEqual(before)
      expect(comparable(result.dryRun)).toEqual(comparable(dryAnswer.body.data.dryRun))
    }
    const real = await service.ask(method, path, given)
    expect(dryAnswer.status, dryAnswer.text).toBe(real.status)
    done.push({ dry: dryAnswer.body.data, real: real.body.data })
    return real
  }
  return { ...service, ask }
}

function argumentsOf({ mcp }: Operation, input: Record<string, unknown>): Record<string, unknown> {
  const { renamed = {} } = mcp ?? {}
  const parameterOf = Object.fromEntries(Object.entries(renamed).map(([parameter, key]) => [key, parameter]))
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [parameterOf[key] ?? key, value]))
}

describe.each(engines)('a dry run on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startMediaService(engine, 'local', {
      OCTAVO_PLUGINS: plugin,
      OCTAVO_RATE_LIMIT: 'off',
    })
    // The job of the service writes these times each half minute, perhaps while a dry run is compared.
    vi.spyOn(service.services.tokens, 'flushUses').mockResolvedValue()
  })
  afterAll(() => service.close())

  // What a rolled back transaction leaves depends on the engine where tables change; all else is tried on one.
  const tried = dry.filter(({ name }) => engine === 'sqlite' || /^(content|schema|media)\./.test(name))

  it.each(tried.map((operation) => [operation.name, operation] as const))(
    '%s answers like the change and leaves nothing',
    async (name, operation) => {
      const done: Rehearsed[] = []
      await changes[name]?.(rehearsing(service, operation, done))
      expect(done.length).toBeGreaterThan(0)
      for (const { dry: rehearsed, real } of done) {
        const { dryRun, ...answer } = rehearsed
        expect(comparable(answer)).toEqual(comparable(real))
        expect(dryRun).toMatchObject({ changes: expect.any(Array), isComplete: true })
      }
      // A scenario may repeat a call that changes nothing; one of them does.
      expect(done.flatMap(({ dry: { dryRun } }) => dryRun.changes).length).toBeGreaterThan(0)
    },
  )
})

describe('dry runs', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService('sqlite', { env: { OCTAVO_LOCALES: 'en,de' } })
    await makeCollection(service, 'posts', {
      supports: ['drafts', 'revisions'],
      fields: [
        { slug: 'title', type: 'string', required: true },
        { slug: 'rating', type: 'integer', translatable: false },
        { slug: 'next', type: 'reference', options: { collection: 'posts' } },
      ],
    })
  })
  afterAll(() => service.close())

  it('are there for every change but those that cannot have one', () => {
    expect(withoutDryRun.toSorted()).toEqual(
      ['auth.logout', 'auth.verifyMagicLink', 'search.rebuild'].toSorted(),
    )
  })

  it('fail like the change itself', async () => {
    const { id: item } = await makeItem(service, 'posts', { state: 'draft' })
    const path = `/content/posts/${item}`
    const body = { data: { title: null, unknown: 1 } }
    const real = await service.ask('PUT', path, { body })
    expect(real.status).toBe(400)
    expect((await service.ask('PUT', path, { body: { ...body, dryRun: true } })).body).toEqual(real.body)
    const stale = { data: { title: 'B' }, _rev: '99-x', dryRun: true }
    expect((await service.ask('PUT', path, { body: stale })).status).toBe(409)
    const { token } = await service.person(20, ['content:write'])
    expect((await service.ask('PUT', path, { body: { data: {}, dryRun: true }, token })).status).toBe(403)
  })

  it('say what else would change', async () => {
    const { id: item } = await makeItem(service, 'posts', { state: 'published' })
    const german = { data: { title: 'G' }, locale: 'de', translationOf: item, status: 'published' }
    const translation = dataOf(await service.ask('POST', '/content/posts', { body: german }), 201).item
    const referring = { data: { title: 'R', next: item }, status: 'published' }
    const { id: source } = dataOf(await service.ask('POST', '/content/posts', { body: referring }), 201).item
    const change = { data: { rating: 5 }, status: 'published' }
    const { dryRun } = dataOf(
      await service.ask('PUT', `/content/posts/${item}?dryRun=true`, { body: change }),
    )
    expect(dryRun.changes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ targetId: item, after: expect.objectContaining({ 'data.rating': 5 }) }),
        expect.objectContaining({
          targetId: translation.id,
          after: expect.objectContaining({ 'data.rating': 5 }),
        }),
      ]),
    )
    const { dryRun: deletion } = dataOf(await service.ask('DELETE', `/content/posts/${item}?dryRun=true`))
    expect(deletion.references).toEqual([
      { targetId: item, kind: 'content', id: source, name: expect.stringMatching(/^posts\//) },
    ])
  })

  it('say what refers to a file by its address alone', async () => {
    const { id: file, url } = await uploaded(service, { content: await picture() })
    await makeCollection(service, 'letters', {
      supports: [],
      fields: [{ slug: 'body', type: 'portableText' }],
    })
    const link = { _type: 'link', _key: 'l', href: new URL(url, 'http://localhost').pathname }
    const text = { _type: 'span', _key: 's', text: 'File', marks: ['l'] }
    const body = [{ _type: 'block', _key: 'b', style: 'normal', markDefs: [link], children: [text] }]
    const { id: letter } = dataOf(
      await service.ask('POST', '/content/letters', { body: { data: { body } } }),
      201,
    ).item
    const { dryRun } = dataOf(await service.ask('DELETE', `/media/${file}?dryRun=true`))
    expect(dryRun.references).toEqual([
      { targetId: file, kind: 'content', id: letter, name: `letters/${letter.toLowerCase()}` },
    ])
  })

  it('count what a change of the schema does, as its preview', async () => {
    const path = '/schema/collections/posts'
    const { item } = dataOf(
      await service.ask('POST', `${path}/preview`, { body: { deleteField: { fieldSlug: 'title' } } }),
    )
    const { refusal: _, ...counts } = item
    const { dryRun } = dataOf(await service.ask('DELETE', `${path}/fields/title?dryRun=true`))
    expect(dryRun.schema).toEqual(counts)
    expect(counts.lost.items).toBeGreaterThan(0)
    // Statements that were prepared while the column was missing are not used afterwards.
    await makeItem(service, 'posts', { state: 'published+draft' })
    const whole = dataOf(await service.ask('DELETE', `${path}?force=true&dryRun=true`))
    expect(whole.dryRun.schema).toMatchObject({ items: { draft: 1 } })
  })

  it.each([
    ['POST', '/search/rebuild', 'dryRun'],
    ['POST', '/media/upload-url', 'dryRun'],
    ['GET', '/content/posts', 'dryRun'],
  ])('say where there is none: %s %s with %s', async (method, path, control) => {
    const asked = await service.ask(method, `${path}?${control}=true`, method === 'GET' ? {} : { body: {} })
    expect(asked.status).toBe(400)
    expect(issuePaths(asked)).toContain(control)
    const issue = asked.body.error.details.issues.find((one: Any) => one.path === control)
    expect(issue.message).toMatch(/no dry run/)
  })

  it('take a boolean', async () => {
    const asked = await service.ask('POST', '/menus?dryRun=maybe', { body: { name: 'm', label: 'M' } })
    expect(issuePaths(asked)).toEqual(['dryRun'])
    const { items } = dataOf(await service.ask('GET', '/menus'))
    expect(items).toEqual([])
  })
})
