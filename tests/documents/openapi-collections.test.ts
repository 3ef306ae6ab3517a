import { operations } from '@octavo/contract/operations/registry'
import { serviceCaller } from '@octavo/server/core/caller'
import { invoke } from '@octavo/server/core/invoke'
import type { OpenApiDocument } from '@octavo/server/http/rest/openapi/model'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { makeMagazine } from '../setup/magazine.ts'
import { engines, startService, type TestService } from '../setup/service.ts'
import { sessionOf } from '../setup/sessions.ts'

const plugin = new URL('../plugins/poll-blocks.ts', import.meta.url).pathname

/** What two validators that we did not write say. */
async function faultsOf(document: OpenApiDocument): Promise<unknown[]> {
  const { valid, errors } = await new Validator().validate({ ...structuredClone(document) })
  const config = await createConfig({ extends: ['spec'] })
  const problems = await lintFromString({ source: JSON.stringify(document), config })
  return [
    ...(valid ? [] : [errors]),
    ...problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]),
  ]
}

describe.each(engines)('the OpenAPI document on %s', (engine) => {
  let service: TestService

  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_PLUGINS: plugin } })
    await makeMagazine(service)
  })
  afterAll(() => service.close())

  async function documentFor(token: string | null, headers = {}): Promise<OpenApiDocument> {
    const answer = await service.ask('GET', '/openapi.json', { token, headers })
    expect(answer.status, answer.text.slice(0, 500)).toBe(200)
    return answer.body
  }

  async function siteToken(collections: readonly string[] | null): Promise<string> {
    const input = { name: 'web', collections, locales: null, expiresAt: null }
    const operation = operations.tokens.createForSite
    const made = await invoke(service.services, { operation, caller: serviceCaller('cli'), input })
    return operation.output.parse(made).token
  }

  const ownPaths = ({ paths }: OpenApiDocument) =>
    Object.keys(paths).filter((path) => /^\/content\/\w/.test(path))

  it('is generic for strangers, and for those who may not read the schema', async () => {
    const generic = await documentFor(null)
    expect(ownPaths(generic)).toEqual([])
    expect(await faultsOf(generic)).toEqual([])
    const { token } = await service.person(50, ['content:read'])
    expect(await documentFor(token)).toEqual(generic)
    const answer = await service.ask('GET', '/openapi.json', { token: null })
    expect(answer.headers['cache-control']).toBe('public, max-age=60')
    expect(answer.headers['vary']).toContain('Authorization, Cookie')
    expectFailure(await service.ask('GET', '/openapi.json', { token: 'cms_pat_x' }), '401 UNAUTHORIZED')
  })

  it('has the collections for those who may read the schema', async () => {
    const { token } = await service.person(50, ['schema:read'])
    const document = await documentFor(token)
    expect(ownPaths(document)).toEqual(
      ['authors', 'categories', 'events', 'posts'].flatMap((slug) => [
        `/content/${slug}`,
        `/content/${slug}/{id}`,
      ]),
    )
    expect(await faultsOf(document)).toEqual([])
    const { schemas } = document.components
    expect(schemas['PostData']).toMatchObject({
      properties: {
        title: { type: 'string' },
        issue: { type: 'integer' },
        day: { type: 'string', format: 'date-time' },
        format: { enum: ['essay', 'guide'] },
        moods: { type: 'array', items: { enum: ['calm', 'loud'] } },
        body: { type: 'array', items: { $ref: '#/components/schemas/PortableTextBlock' } },
        cover: { $ref: '#/components/schemas/ImageValue' },
        author: { type: 'string', description: 'id of an item of authors' },
        categories: { type: 'array' },
      },
    })
    // A draft can lack what it needs to be published.
    expect(schemas['PostData']).not.toHaveProperty('required')
    expect(schemas['Post']).toMatchObject({
      properties: { type: { const: 'posts' }, data: { $ref: '#/components/schemas/PostData' } },
    })
    expect(JSON.stringify(schemas['PostWithRev'])).toContain('"#/components/schemas/Post"')
    expect(schemas['PollBlock']).toMatchObject({
      properties: { _type: { const: 'poll' }, question: { type: 'string' } },
    })
    expect(schemas['MapBlock']).toMatchObject({ properties: { place: { type: 'object' } } })
    expect(schemas['ImageBlock']).toMatchObject({ properties: { id: { type: 'string' } } })
    const { get, post } = document.paths['/content/posts'] ?? {}
    expect([get?.operationId, post?.operationId]).toEqual(['content.posts.list', 'content.posts.create'])
    expect(get?.parameters.map(({ name }) => name)).not.toContain('collection')
    expect(JSON.stringify(get?.responses['200'])).toContain('"#/components/schemas/Post"')
    const { userId } = await service.person(50)
    expect(await documentFor(null, await sessionOf(service, userId))).toEqual(document)
  })

  it('has what a site reads for the token of the site', async () => {
    const document = await documentFor(await siteToken(['posts', 'authors']))
    expect(ownPaths(document)).toEqual([
      '/content/authors',
      '/content/authors/{id}',
      '/content/posts',
      '/content/posts/{id}',
    ])
    for (const path of ownPaths(document)) expect(Object.keys(document.paths[path] ?? {})).toEqual(['get'])
    expect(document.components.schemas['PostData']).toMatchObject({ required: ['title', 'issue', 'author'] })
    expect(document.components.schemas).not.toHaveProperty('CategoryData')
    expect(await faultsOf(document)).toEqual([])
    expect(ownPaths(await documentFor(await siteToken(null)))).toHaveLength(8)
  })

  it('is kept by its caller alone, and changes with the schema', async () => {
    const { headers } = await service.ask('GET', '/openapi.json')
    expect(headers['cache-control']).toBe('private, no-cache')
    const known = { 'if-none-match': headers['etag'] ?? '' }
    expect((await service.ask('GET', '/openapi.json', { headers: known })).status).toBe(304)
    // A name that the document has for something else, and one of an operation.
    for (const slug of ['terms', 'list']) await makeCollection(service, slug, { supports: [] })
    const next = await service.ask('GET', '/openapi.json', { headers: known })
    expect(next.status).toBe(200)
    expect(ownPaths(next.body)).toContain('/content/terms')
    expect(next.body.components.schemas['Term2']).toMatchObject({ properties: { type: { const: 'terms' } } })
    expect(await faultsOf(next.body)).toEqual([])
    dataOf(await service.ask('POST', '/plugins/poll-blocks/disable', { body: {} }))
    const last = (await documentFor(service.token)) as OpenApiDocument
    expect(last.components.schemas).not.toHaveProperty('PollBlock')
    expect(last.components.schemas['MapBlock']).toHaveProperty('properties.latitude')
  })
})
