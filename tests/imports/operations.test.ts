import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { operations } from '@octavo/contract/operations/registry'
import { importFile } from '@octavo/server/imports/local'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, issuePaths } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { analyze, execute, exportOf, importExport, pretendRunning, reportOf } from '../setup/exports.ts'
import { formOf, waitingFiles } from '../setup/media.ts'
import { engines, startService, type TestService } from '../setup/service.ts'

const { imports } = operations
const small = exportOf({ items: [{ title: 'One' }, { title: 'Two', status: 'draft' }] })

describe.each(engines)('the operations of imports on %s', (engine) => {
  let service: TestService
  let id: string

  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_MAX_IMPORT_MB: '1', OCTAVO_MAX_UPLOAD_MB: '1' } })
    id = dataOf(await analyze(service, small)).analysisId
  })
  afterAll(() => service.close())

  const endpoints = [
    ['analyze', 'POST', '/import/external/analyze'],
    ['execute', 'POST', '/import/external/execute'],
    ['list', 'GET', '/import/external'],
    ['get', 'GET', '/import/external/ID'],
    ['report', 'GET', '/import/external/ID/report'],
    ['cancel', 'POST', '/import/external/ID/cancel'],
    ['delete', 'DELETE', '/import/external/ID'],
  ] as const

  it.each(endpoints)('%s is for admins with the scope admin', async (name, method, path) => {
    const rest = {
      ...(name === 'execute' && { body: { analysisId: id } }),
      ...(name === 'analyze' && formOf([{ name: 'file', filename: 'x.xml', content: small }])),
    }
    const at = path.replace('ID', id)
    expectFailure(await service.ask(method, at, { token: null, ...rest }), '401 UNAUTHORIZED')
    const editor = await service.person(40, ['content:read', 'content:write'])
    expectFailure(await service.ask(method, at, { token: editor.token, ...rest }), '403 FORBIDDEN')
    const narrow = await service.person(50, ['content:write', 'schema:write', 'media:write'])
    expectFailure(await service.ask(method, at, { token: narrow.token, ...rest }), '403 FORBIDDEN')
  })

  it('analyze reports what is in the file, and makes nothing of it', async () => {
    const answer = dataOf(await analyze(service, small))
    expect(imports.analyze.output.safeParse(answer).error?.issues).toBeUndefined()
    expect(answer).toMatchObject({
      fileName: 'export.xml',
      site: { title: 'Old site', url: 'https://old.example.com', version: '1.2' },
      postTypes: [
        { name: 'post', count: 2, collection: 'posts', exists: false, statuses: { publish: 1, draft: 1 } },
      ],
      warnings: [],
    })
    expect(dataOf(await service.ask('GET', '/schema/collections')).items).toEqual([])
  })

  it('analyze refuses what is no form, no export, or too large', async () => {
    expectFailure(
      await service.ask('POST', '/import/external/analyze', { body: {} }),
      '400 VALIDATION_ERROR',
      'file',
    )
    const wrongPart = formOf([{ name: 'export', filename: 'x.xml', content: small }])
    expect(issuePaths(await service.ask('POST', '/import/external/analyze', wrongPart))).toContain('export')
    const form = formOf([
      { name: 'file', filename: 'x.xml', content: small },
      { name: 'colour', content: 'red' },
    ])
    expect(issuePaths(await service.ask('POST', '/import/external/analyze', form))).toEqual(['colour'])
    const large = formOf([{ name: 'file', filename: 'x.xml', content: Buffer.alloc(1_100_000, 'x') }])
    expectFailure(await service.ask('POST', '/import/external/analyze', large), '413 PAYLOAD_TOO_LARGE')
  })

  it.each([
    [{ analysisId: 'nothing' }, '404 NOT_FOUND', null],
    [{}, '400 VALIDATION_ERROR', 'analysisId'],
    [{ analysisId: 'x', options: { includeMedia: 'yes' } }, '400 VALIDATION_ERROR', 'options.includeMedia'],
    [
      { analysisId: 'x', options: { includeEverything: true } },
      '400 VALIDATION_ERROR',
      'options.includeEverything',
    ],
    [{ analysisId: 'x', media: true }, '400 VALIDATION_ERROR', 'media'],
  ] as const)('execute with %j is refused', async (body, outcome, path) => {
    const answer = await service.ask('POST', '/import/external/execute', { body })
    expectFailure(answer, outcome)
    if (path !== null) expect(issuePaths(answer)).toEqual([path])
  })

  it('a dry run reports what would be, and changes nothing; the real run then does it', async () => {
    const { analysisId } = dataOf(await analyze(service, small))
    const rehearsal = await execute(service, analysisId, { dryRun: true })
    expect(rehearsal).toMatchObject({
      state: 'done',
      counts: { post: { created: 2 } },
      options: { dryRun: true },
    })
    expect(dataOf(await service.ask('GET', '/schema/collections')).items).toEqual([])
    const job = await execute(service, analysisId)
    expect(imports.execute.output.safeParse({ job }).error?.issues).toBeUndefined()
    expect(job).toMatchObject({
      state: 'done',
      counts: { post: { created: 2 } },
      progress: { percent: 100 },
      error: null,
    })
    expect(dataOf(await service.ask('GET', '/content/posts')).items).toHaveLength(2)
    const answer = dataOf(await service.ask('GET', `/import/external/${analysisId}`))
    expect(imports.get.output.safeParse(answer).error?.issues).toBeUndefined()
  })

  it('a second run changes nothing: every piece is here already', async () => {
    const before = dataOf(await service.ask('GET', '/content/posts')).items
    const job = await importExport(service, small)
    expect(job.counts).toEqual({ post: { present: 2 } })
    expect(dataOf(await service.ask('GET', '/content/posts')).items).toEqual(before)
  })

  it('analyze shows the types that existing fields have, and which of them cannot have the values', async () => {
    await makeCollection(service, 'guides', {
      supports: [],
      fields: [
        { slug: 'title', type: 'text' },
        { slug: 'content', type: 'string' },
      ],
    })
    const { postTypes } = dataOf(
      await analyze(service, exportOf({ items: [{ type: 'guides', title: 'One' }] })),
    )
    expect(postTypes[0].fields).toEqual(
      expect.arrayContaining([
        { slug: 'title', type: 'text', status: 'exists', unfit: null },
        {
          slug: 'imported_content',
          type: 'portableText',
          status: 'renamed',
          unfit: { slug: 'content', type: 'string' },
        },
        { slug: 'excerpt', type: 'text', status: 'missing', unfit: null },
      ]),
    )
  })

  it('the report goes page by page, by outcome, and as CSV', async () => {
    const job = await importExport(service, {
      items: [
        ...Array.from({ length: 5 }, (_, index) => ({ id: 100 + index, title: `=Post ${index}, "quoted"` })),
        { id: 200, type: 'revision' },
      ],
    })
    const path = `/import/external/${job.analysisId}/report`
    const first = dataOf(await service.ask('GET', `${path}?limit=4`))
    expect(imports.report.output.safeParse(first).error?.issues).toBeUndefined()
    expect(first.items).toHaveLength(4)
    const rows = await reportOf(service, job.analysisId)
    expect(rows.map(({ outcome }) => outcome)).toEqual([
      ...Array.from({ length: 5 }, () => 'created'),
      'skipped',
    ])
    expect(dataOf(await service.ask('GET', `${path}?outcome=skipped`)).items).toMatchObject([
      { code: 'INTERNAL_TYPE' },
    ])
    expectFailure(await service.ask('GET', `${path}?outcome=lost`), '400 VALIDATION_ERROR')
    expectFailure(await service.ask('GET', `${path}?cursor=garbage`), '400 VALIDATION_ERROR')
    const csv = await service.ask('GET', path, { headers: { accept: 'text/csv' } })
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(csv.headers['content-disposition']).toContain('attachment')
    const lines = csv.text.trim().split('\r\n')
    expect(lines).toHaveLength(7)
    // What a spreadsheet would take for a formula is text.
    expect(lines[1]).toContain(`"'=Post 0, ""quoted"""`)
  })

  it('lists imports, the newest first', async () => {
    const page = dataOf(await service.ask('GET', '/import/external?limit=2'))
    expect(imports.list.output.safeParse(page).error?.issues).toBeUndefined()
    expect(page.items).toHaveLength(2)
    const next = dataOf(await service.ask('GET', `/import/external?limit=2&cursor=${page.nextCursor}`))
    const ids = [...page.items, ...next.items].map(({ analysisId }) => analysisId)
    expect(ids).toEqual(ids.toSorted().toReversed())
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('what is under way is not begun twice and not deleted, but can be cancelled', async () => {
    const { analysisId } = dataOf(await analyze(service, small))
    const path = `/import/external/${analysisId}`
    expectFailure(await service.ask('POST', `${path}/cancel`), '409 CONFLICT')
    await pretendRunning(service, analysisId)
    expectFailure(
      await service.ask('POST', '/import/external/execute', { body: { analysisId } }),
      '409 CONFLICT',
    )
    expectFailure(await service.ask('DELETE', path), '409 CONFLICT')
    expect(dataOf(await service.ask('POST', `${path}/cancel`)).job.state).toBe('cancelled')
    expect((await execute(service, analysisId)).state).toBe('done')
  })

  it('a stop while a local file is read leaves nothing behind', async () => {
    const before = dataOf(await service.ask('GET', '/import/external')).items.length
    const path = join(service.services.config.dataDir, 'local.xml')
    const items = Array.from({ length: 250 }, (_, index) => ({ id: 9000 + index, title: 'Never made' }))
    writeFileSync(path, exportOf({ items }))
    const local = {
      path,
      options: {
        includeMedia: false,
        includeTaxonomies: true,
        includeMenus: true,
        includeComments: false,
        dryRun: false,
      },
      signal: AbortSignal.abort(),
      onAnalysisProgress: () => undefined,
      onProgress: () => undefined,
    }
    expect(await importFile(service.services, local)).toBeNull()
    expect(waitingFiles(service)).toEqual([])
    expect(dataOf(await service.ask('GET', '/import/external')).items).toHaveLength(before)
  })

  it('delete forgets an import and its file; what was imported stays', async () => {
    const { analysisId } = dataOf(await analyze(service, small))
    const key = `_imports/${analysisId}.jsonl`
    expect(await service.services.files.facts(key)).not.toBeNull()
    expect(dataOf(await service.ask('DELETE', `/import/external/${analysisId}`))).toEqual({ success: true })
    expect(await service.services.files.facts(key)).toBeNull()
    expectFailure(await service.ask('GET', `/import/external/${analysisId}`), '404 NOT_FOUND')
    expectFailure(await service.ask('DELETE', `/import/external/${analysisId}`), '404 NOT_FOUND')
    expect(dataOf(await service.ask('GET', '/content/posts')).items.length).toBeGreaterThan(0)
  })

  it('an import whose file is lost says so, by a name too', async () => {
    const { analysisId } = dataOf(await analyze(service, small))
    await service.services.files.remove(`_imports/${analysisId}.jsonl`)
    const job = await execute(service, analysisId)
    expect(imports.execute.output.safeParse({ job }).error?.issues).toBeUndefined()
    expect(job).toMatchObject({
      state: 'failed',
      error: 'Its file no longer exists; upload it again.',
      because: [{ reason: 'importFileLost', params: {} }],
    })
  })

  it('the file of an import is nobody else’s to read', async () => {
    const { analysisId } = dataOf(await analyze(service, small))
    const answer = await service.ask('GET', `/media/file/_imports/${analysisId}.jsonl`)
    expect(answer.status).toBe(404)
  })
})
