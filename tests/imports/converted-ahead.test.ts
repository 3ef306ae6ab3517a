// @module-tag long
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { analyze, execute, exportOf, reportOf } from '../setup/exports.ts'
import { engines, startService, type TestService } from '../setup/service.ts'
import type { Any } from '../setup/json.ts'

const plugin = new URL('../plugins/every-hook.ts', import.meta.url).pathname

/** Enough items for several batches, whose contents a thread converts. */
const count = 250

describe.each(engines)('contents that are converted ahead, on %s', (engine) => {
  let service: TestService
  let site = 0

  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_PLUGINS: plugin } })
    dataOf(await service.ask('POST', '/plugins/every-hook/enable', { body: {} }))
  })
  afterAll(() => service.close())

  const textOf = (id: number): string => `Text ${id} <a href="https://x.example/${id}">link</a>`

  /** An export of a site of its own, with some of its items as they are given. */
  async function analyzed(special: Readonly<Record<number, Any>> = {}): Promise<string> {
    const name = `site-${++site}`
    const items = Array.from({ length: count }, (_, index) => ({
      id: index + 1,
      title: `Post ${index + 1}`,
      name: `${name}-${index + 1}`,
      content: textOf(index + 1),
      ...special[index + 1],
    }))
    return dataOf(await analyze(service, exportOf({ site: `https://${name}.example`, items }))).analysisId
  }

  /** Each item has its own content, and not that of the one beside it. */
  async function expectOwnContents(rows: readonly Any[], ids: readonly number[]): Promise<void> {
    const itemIds = new Map(rows.map(({ sourceId, itemId }) => [sourceId, itemId]))
    for (const id of ids) {
      const { item } = dataOf(await service.ask('GET', `/content/posts/${itemIds.get(String(id))}`))
      expect(item.data.content[0].markDefs[0].href).toBe(`https://x.example/${id}`)
    }
  }

  it('a hook that throws, refuses or changes stops none of the others', async () => {
    const analysisId = await analyzed({
      50: { title: 'throw' },
      120: { title: 'refuse' },
      121: { title: 'change' },
      200: { title: 'nonsense' },
    })
    const job = await execute(service, analysisId)
    expect(job).toMatchObject({ state: 'done', counts: { post: { created: count - 3, failed: 3 } } })
    const rows = await reportOf(service, analysisId)
    const failed = rows.filter(({ outcome }) => outcome === 'failed')
    expect(failed.map(({ sourceId, code }) => [sourceId, code])).toEqual([
      ['50', 'PLUGIN_FAILED'],
      ['120', 'VALIDATION_ERROR'],
      ['200', 'PLUGIN_FAILED'],
    ])
    expect(JSON.stringify(rows)).not.toContain('secret reason')
    const changed = rows.find(({ sourceId }) => sourceId === '121')
    const { item } = dataOf(await service.ask('GET', `/content/posts/${changed.itemId}`))
    expect(item.data).toEqual({ title: 'changed by the plugin' })
    await expectOwnContents(rows, [1, 49, 51, 122, 201, count])
  })

  // It takes long, and no SQL of it differs.
  it.skipIf(engine === 'postgres')(
    'two imports at once, one with contents that no thread has room for',
    async () => {
      const long = '<!-- wp:paragraph --><p>Some <b>words</b></p><!-- /wp:paragraph -->'.repeat(25_000)
      const unbroken = 'x'.repeat(9_000_000)
      const special = { 90: { content: long }, 180: { content: unbroken } }
      const ids = [await analyzed(special), await analyzed()]
      const jobs = await Promise.all(ids.map((id) => execute(service, id)))
      const [first = [], second = []] = await Promise.all(ids.map((id) => reportOf(service, id)))
      for (const job of jobs) expect(job).toMatchObject({ state: 'done', error: null })
      expect(second.every(({ outcome }) => outcome === 'created')).toBe(true)
      expect(first.filter(({ code }) => code === 'INTERNAL_ERROR')).toEqual([])
      await expectOwnContents(first, [1, 89, 91, 179, 181, count])
      await expectOwnContents(second, [1, 89, 90, 91, count])
    },
  )

  it('a run that is cancelled stops, and goes on when it is asked again', async () => {
    const analysisId = await analyzed()
    const body = { analysisId, options: {} }
    const begun = service.ask('POST', '/import/external/execute', { body })
    const path = `/import/external/${analysisId}`
    let answer = await service.ask('POST', `${path}/cancel`)
    while (answer.status === 409) answer = await service.ask('POST', `${path}/cancel`)
    expect(dataOf(answer).job.state).toBe('cancelled')
    await begun
    const job = await execute(service, analysisId)
    expect(job).toMatchObject({ state: 'done', counts: { post: { created: count } } })
    await expectOwnContents(await reportOf(service, analysisId), [1, 80, 81, count])
  })
})
