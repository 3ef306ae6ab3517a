import { describe, expect, it } from 'vitest'
import { engines, startService } from '../setup/service.ts'
describe.each(engines)('%s', (engine) => {
  it('works', async () => {
    let t = Date.now()
    const s = await startService(engine)
    console.log('start', Date.now() - t); t = Date.now()
    for (const [i, supports] of [['drafts','revisions','scheduling'],['drafts'],[]].entries()) await s.ask('POST', '/schema/collections', { body: { slug: `posts${i}`, label: 'P', supports } })
    console.log('cols', Date.now() - t); t = Date.now()
    for (const f of ['title','body']) console.log((await s.ask('POST', '/schema/collections/posts0/fields', { body: { slug: f, label: 'P', type: 'string' } })).status)
    console.log('fields', Date.now() - t); t = Date.now()
    for (let i = 0; i < 100; i++) await s.ask('POST', '/content/posts0', { body: { data: { title: 'x' } } })
    console.log('100 create', Date.now() - t); t = Date.now()
    const a = await s.ask('GET', '/content/posts0?limit=2')
    console.log(a.status, a.text, a.headers)
    for (let i = 0; i < 100; i++) await s.ask('GET', '/content/posts0/x')
    console.log('100 get', Date.now() - t); t = Date.now()
    await s.close()
    console.log('close', Date.now() - t)
    expect(1).toBe(1)
  })
})
