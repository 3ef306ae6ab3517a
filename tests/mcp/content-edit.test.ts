import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { callTool, expectFailed, expectRefused, resultOf, send } from '../setup/mcp.ts'
import { engines, startService, type TestService } from '../setup/service.ts'

type Body = Record<string, unknown>
interface Block {
  _key: string
  style: string
  children: { text: string; marks: string[] }[]
  markDefs?: unknown[]
}

const toolsets = 'edit'
const text = `Before it all.

## Clay

Clay is **soft and** [wet](https://example.com/wet) when dug.

### Firing

Fire it twice.

## Glaze

Glaze is glass. Fire it twice.`

describe.each(engines)('content_edit on %s', (engine) => {
  let service: TestService
  let id: string
  beforeAll(async () => {
    service = await startService(engine)
    const fields = [
      { slug: 'title', type: 'string', required: true },
      { slug: 'body', type: 'portableText' },
      { slug: 'rank', type: 'number' },
    ]
    await makeCollection(service, 'posts', { supports: ['drafts', 'revisions'], fields })
    const data = { title: 'Clay and clay', body: text, rank: 3 }
    const made = await resultOf(service, 'content_create', { collection: 'posts', data })
    id = made.item.id
  })
  afterAll(() => service.close())

  const read = async (query = ''): Promise<{ item: { data: { body: Block[] } }; _rev: string }> =>
    dataOf(await service.ask('GET', `/content/posts/${id}${query}`))
  const edit = (edits: Body[], more: Body = {}) =>
    resultOf(service, 'content_edit', { collection: 'posts', id, edits, ...more }, { toolsets })
  const failing = (edits: Body[], more: Body = {}) =>
    callTool(service, 'content_edit', { collection: 'posts', id, edits, ...more }, { toolsets })
  const keyOf = async (part: string): Promise<string> => {
    const { body } = (await read()).item.data
    return body.find(({ children }) => children.some((span) => span.text.includes(part)))?._key ?? ''
  }
  const markdown = async (): Promise<string> =>
    (await resultOf(service, 'content_get', { collection: 'posts', id, format: 'markdown' })).item.data.body

  it('replaces text across marks, and changes nothing else', async () => {
    const before = (await read()).item.data
    const { changed, changedCount, removed } = await edit([{ find: 'soft and wet when', replace: 'hard' }])
    expect({ changedCount, removed }).toEqual({ changedCount: 1, removed: [] })
    const after = (await read()).item.data
    expect(await markdown()).toBe(
      text.replace('**soft and** [wet](https://example.com/wet) when', '**hard**'),
    )
    expect(changed).toEqual(after.body.filter((block, index) => !equal(block, before.body[index])))
    expect(after).toEqual({ ...before, body: after.body })
    expect(changed[0].markDefs ?? []).toEqual([])
    expect(changed[0]._key).toBe(before.body[2]?._key)
  })

  it('says in a dry run what it would change', async () => {
    const before = await read()
    const tried = await edit([{ find: 'Before it all', replace: 'At first' }], { dryRun: true })
    expect(tried.changed).toMatchObject([{ children: [{ text: 'At first.' }] }])
    expect(tried.dryRun).toBeDefined()
    expect(await read()).toEqual(before)
  })

  it('names the places of a text that is ambiguous or absent, and changes nothing', async () => {
    const before = await read()
    const places = [await keyOf('Fire it'), await keyOf('Glaze is')]
    expectFailed(await failing([{ find: 'Fire it twice', replace: '' }]), '2 times', ...places, 'edits.0')
    expectFailed(await failing([{ find: 'glaze IS', replace: '' }]), 'not there', 'glaze is glass')
    const second = [
      { find: 'Before', replace: 'After' },
      { find: 'nowhere', replace: '' },
    ]
    expectFailed(await failing(second), 'edits.1', 'not there')
    expectFailed(await failing([{ block: 'none', content: 'x' }]), 'no block with the key')
    expectFailed(await failing([{ section: 'Kiln', content: 'x' }]), 'no heading', 'Firing')
    expectFailed(await failing([{ find: 'Before' }]), 'edits.0')
    expectFailed(await failing([{ find: 'Before', block: 'a', content: '' }]), 'exactly one')
    expectFailed(await failing([{ find: 'Clay', replace: 'x' }], { field: 'rank' }), 'title, body')
    expect(await read()).toEqual(before)
  })

  it('replaces everywhere, blocks, sections, and inserts', async () => {
    await edit([{ find: 'Fire it twice', replace: 'Fire it once', all: true }])
    expect((await markdown()).match(/Fire it once/g)).toHaveLength(2)
    const first = await keyOf('Before it')
    const inserted = await edit([
      { block: first, content: 'At _first_.' },
      { after: first, content: 'Then.\n\n- one\n- two' },
      { section: 'Clay', content: 'All new.' },
    ])
    expect(inserted.changedCount).toBe(5)
    expect(inserted.removed).toHaveLength(3)
    expect(await markdown()).toBe(
      'At _first_.\n\nThen.\n\n- one\n- two\n\n## Clay\n\nAll new.\n\n## Glaze\n\nGlaze is glass. Fire it once.',
    )
    expect(await keyOf('first')).toBe(first)
    const gone = await edit([{ block: first, content: '' }])
    expect(gone).toMatchObject({ changed: [], removed: [first] })
  })

  it('edits plain text', async () => {
    const done = await edit([{ find: 'Clay', replace: 'Mud' }], { field: 'title' })
    expect(done).toMatchObject({ field: 'title', changed: ['Mud and clay'] })
  })

  it('refuses a stale _rev, and those who may not edit', async () => {
    const { _rev } = await read()
    const { _rev: next } = await edit([{ find: 'glass', replace: 'sand' }], { _rev })
    expect((await read())._rev).toBe(next)
    expectFailed(await failing([{ find: 'sand', replace: 'x' }], { _rev }), 'CONFLICT')
    const { token } = await service.person(30, ['content:write'])
    const args = { collection: 'posts', id, edits: [{ find: 'sand', replace: 'x' }] }
    expectRefused(
      await callTool(service, 'content_edit', args, { toolsets, token }),
      'content:write',
      'only your own items',
    )
  })

  it('leaves the live version of a published item', async () => {
    await service.ask('POST', `/content/posts/${id}/publish`, { body: {} })
    const answer = await service.ask('POST', `/content/posts/${id}/edit`, {
      body: { edits: [{ find: 'sand', replace: 'stone' }] },
    })
    expect(dataOf(answer).item).toMatchObject({ status: 'published', hasPendingDraft: true })
    const compared = await resultOf(service, 'content_compare', { collection: 'posts', id })
    expect(compared.changed.map(({ field }: { field: string }) => field)).toEqual(['body'])
  })

  it('reads headings alone, and one section alone', async () => {
    const args = { collection: 'posts', id, fields: ['body'] }
    const { item } = await resultOf(service, 'content_get', { ...args, outline: true, format: 'markdown' })
    expect(item.data.body.outline).toMatchObject([
      { level: 0 },
      { level: 2, text: 'Clay', words: 2 },
      { level: 2, text: 'Glaze' },
    ])
    const named = { ...args, section: 'clay', format: 'markdown' }
    expect((await resultOf(service, 'content_get', named)).item.data.body).toBe('## Clay\n\nAll new.')
    expectFailure(
      await service.ask('GET', `/content/posts/${id}?section=Kiln`),
      '400 VALIDATION_ERROR',
      'Glaze',
    )
    expect((await read('?outline=true')).item.data.body).toHaveProperty('outline')
  })
})

describe('one paragraph of 10,000 words', () => {
  it('is edited with less than 2 KB in and out', async () => {
    const service = await startService('sqlite')
    try {
      await makeCollection(service, 'posts', {
        supports: [],
        fields: [{ slug: 'body', type: 'portableText' }],
      })
      const paragraphs = Array.from({ length: 100 }, (_, index) => `P${index} ${'word '.repeat(99).trim()}`)
      const data = { body: paragraphs.join('\n\n') }
      const { id } = (await resultOf(service, 'content_create', { collection: 'posts', data })).item
      const edits = [{ find: 'P50 word', replace: 'P50 changed word' }]
      const params = { name: 'content_edit', arguments: { collection: 'posts', id, edits } }
      const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
      const answer = await send(service, message, { toolsets })
      expect(JSON.parse(answer.body.result.content[0].text)).toMatchObject({ changedCount: 1 })
      expect(JSON.stringify(message).length + answer.text.length).toBeLessThan(2000)
    } finally {
      await service.close()
    }
  })
})

function equal(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
