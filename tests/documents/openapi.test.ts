import { controlsOf } from '@octavo/contract/controls'
import { operationList } from '@octavo/contract/operations/registry'
import type { DocumentedOperation, OpenApiDocument } from '@octavo/server/http/rest/openapi/model'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startService, type TestService } from '../setup/service.ts'

const url = '/openapi.json'
const isPublic = (operation: DocumentedOperation): boolean =>
  operation['x-octavo-permission'].name === 'public'

const opened = operationList.filter(({ rest }) => rest !== undefined)

describe('the OpenAPI document', () => {
  let service: TestService
  let document: OpenApiDocument

  beforeAll(async () => {
    service = await startService('sqlite', { env: { OCTAVO_BASE_URL: 'https://cms.example.com' } })
    document = (await service.ask('GET', url, { token: null })).body
  })
  afterAll(() => service.close())

  function documented() {
    return Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        path,
        method: method.toUpperCase(),
        operation,
      })),
    )
  }

  it('is valid OpenAPI 3.1, all references of which lead somewhere', async () => {
    const validator = new Validator()
    expect(await validator.validate({ ...structuredClone(document) })).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
    const references = JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)
    const names = new Set([...references].map(([, name]) => name))
    expect([...names].toSorted()).toEqual(
      Object.keys(document.components.schemas).filter((name) => names.has(name)),
    )
    expect(names).toContain('ItemWithRev')
  })

  it('lists no path twice under two names of its parameters', () => {
    const forms = Object.keys(document.paths).map((path) => path.replace(/\{\w+\}/g, '{}'))
    expect(forms).toEqual([...new Set(forms)])
  })

  it('has every operation that REST opens, and no other', () => {
    const ids = documented().map(({ operation }) => operation.operationId)
    expect(ids.toSorted()).toEqual(
      [...opened.map(({ name }) => name), 'media.file', 'media.sendFile', 'events.stream'].toSorted(),
    )
  })

  it('describes how files are served, and in which other sizes', () => {
    const file = document.paths['/media/file/{key}']?.['get']
    if (file === undefined) return expect.fail('it is not there')
    const { parameters, responses, security } = file
    expect(parameters.map(({ name, in: place }) => [name, place])).toEqual([
      ['key', 'path'],
      ['w', 'query'],
      ['h', 'query'],
      ['fit', 'query'],
      ['format', 'query'],
      ['sig', 'query'],
      ['Range', 'header'],
    ])
    expect(parameters[1]?.schema).toMatchObject({ enum: [64, 160, 320, 480, 640, 960, 1280, 1920, 2560] })
    expect(Object.keys(responses)).toEqual([
      '200',
      '206',
      '304',
      '400',
      '403',
      '404',
      '416',
      '429',
      '500',
      '503',
    ])
    expect(security).toEqual([])
  })

  it('has paths that are routed, with their methods', async () => {
    expect((await service.ask('GET', '/content', { token: null })).status).toBe(404)
    for (const { path, method, operation } of documented()) {
      // Without a token, what is routed answers 401 (or as it does to everyone), and all else 404.
      const answer = await service.ask(method, path.replace(/\{\w+\}/g, 'x'), { token: null })
      if (operation.operationId === 'media.file') expect(answer.text).toContain('The file')
      else if (isPublic(operation)) expect(answer.status, `${method} ${path}`).not.toBe(404)
      else expect(answer.status, `${method} ${path}`).toBe(401)
    }
  })

  it.each(opened.map(({ name }) => name))('describes all of %s', (name) => {
    const definition = opened.find((operation) => operation.name === name)
    const { path = '', operation } =
      documented().find(({ operation: { operationId } }) => operationId === name) ?? {}
    if (definition === undefined || operation === undefined) return expect.fail('it is not there')
    const names = (place: string) =>
      operation.parameters.filter((one) => one.in === place).map((one) => one.name)
    expect(names('path')).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter))
    const schema = operation.requestBody?.content['application/json']?.schema
    const inBody = Object.keys(schema?.properties ?? {})
    const reported = new Set([...names('query'), ...inBody])
    const taken = Object.keys(definition.input.shape).length + controlsOf(definition).length
    expect(reported.size + names('path').length).toBe(taken)
    expect(schema?.additionalProperties ?? false).toBe(false)
    expect(operation.summary).toBe(definition.summary)
    const rights = { public: /Open to everyone/, signedIn: /every signed-in caller/ }
    expect(operation.description).toMatch(
      rights[definition.permission as keyof typeof rights] ??
        /(scope `[a-z:]+`|browser session) and at least the role \d0 \([A-Z][a-z]+\)/,
    )
    const refusals = isPublic(operation) ? [] : ['401', '403']
    expect(Object.keys(operation.responses)).toEqual(
      expect.arrayContaining([String(definition.rest?.status ?? 200), '400', ...refusals, '500']),
    )
  })

  it('describes 304 for reads, and text beside JSON', () => {
    const responses = Object.fromEntries(
      documented().map(({ operation }) => [operation.operationId, operation.responses]),
    )
    expect(responses['content.get']?.['304']).toBeDefined()
    expect(Object.keys(responses['content.get']?.['200']?.headers ?? {})).toEqual(['ETag'])
    expect(responses['content.list']?.['304']).toBeDefined()
    expect(responses['content.create']?.['304']).toBeUndefined()
    expect(Object.keys(responses['schema.export']?.['200']?.content ?? {})).toEqual([
      'application/json',
      'text/typescript',
    ])
  })

  it('names the public address, and asks for a token', () => {
    expect(document.servers).toEqual([{ url: 'https://cms.example.com/_cms/api' }])
    expect(document.components.securitySchemes['bearer']).toMatchObject({ type: 'http', scheme: 'bearer' })
    for (const { operation } of documented()) {
      const { name, scope } = operation['x-octavo-permission']
      const isForTokens = name === 'signedIn' || scope !== null
      const bearer = isForTokens ? [{ bearer: scope === null ? [] : [scope] }] : []
      expect(operation.security).toEqual(isPublic(operation) ? [] : [...bearer, { session: [] }])
    }
  })
})

describe.each([
  [url, 'application/json; charset=utf-8'],
  ['/docs', 'text/html; charset=utf-8'],
])('%s', (page, type) => {
  let service: TestService

  beforeAll(async () => {
    service = await startService('sqlite')
  })
  afterAll(() => service.close())

  it('is open to all and may be kept for a while', async () => {
    const { status, headers } = await service.ask('GET', page, { token: null })
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': type,
      'cache-control': 'public, max-age=60',
      'x-content-type-options': 'nosniff',
    })
    expect((await service.ask('HEAD', page, { token: null })).headers['content-length']).toBe(
      headers['content-length'],
    )
  })

  it.each([
    ['the tag', (etag: string) => etag],
    ['the tag as a weak one, among others', (etag: string) => `"x", W/${etag}`],
    ['any', () => '*'],
  ])('is not sent again to who knows it: %s', async (_, header) => {
    const { etag = '' } = (await service.ask('GET', page, { token: null })).headers
    const known = await service.ask('GET', page, { token: null, headers: { 'if-none-match': header(etag) } })
    expect([known.status, known.text, known.headers['etag']]).toEqual([304, '', etag])
    const other = await service.ask('GET', page, { token: null, headers: { 'if-none-match': '"x"' } })
    expect(other.status).toBe(200)
  })
})
