import { limits } from '@octavo/contract/limits'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { behaviour, heard } from '../plugins/after-watcher.ts'
import { heard as heardByOther } from '../plugins/every-hook.ts'
import { awaitHooks } from '../setup/hooks.ts'
import { makeCollection, makeItem } from '../setup/content.ts'
import { patience } from '../setup/patience.ts'
import { engines, startService, type TestService } from '../setup/service.ts'

const modules = ['after-watcher', 'every-hook'].map(
  (name) => new URL(`../plugins/${name}.ts`, import.meta.url).pathname,
)
const { running: most } = limits.afterHooks

describe.each(engines)('after-hooks of a plugin that is stuck, on %s', (engine) => {
  let service: TestService

  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_PLUGINS: modules.join(',') } })
    await makeCollection(service, 'posts', {
      supports: ['drafts'],
      fields: [{ slug: 'title', type: 'string' }],
    })
  })
  afterAll(() => service.close())

  it('run a limited number at once, do not hold up another plugin, and are all called in the end', async () => {
    await awaitHooks(service)
    heard.length = 0
    heardByOther.length = 0
    const slugs = Array.from({ length: most + 5 }, (_, index) => `stuck-${index}`)
    let release = (): void => undefined
    const gate = new Promise<void>((resolve) => (release = resolve))
    for (const slug of slugs) behaviour.set(slug, () => gate)
    const saved = (all: readonly { hook: string; event: Record<string, unknown> }[]): unknown[] =>
      all
        .filter(({ hook, event }) => hook === 'content:afterSave' && slugs.includes(String(event['slug'])))
        .map(({ event }) => event['slug'])
    await Promise.all(slugs.map((slug) => makeItem(service, 'posts', { slug })))
    await vi.waitFor(() => expect(saved(heard)).toHaveLength(most), { timeout: patience, interval: 5 })
    await vi.waitFor(() => expect(saved(heardByOther)).toHaveLength(slugs.length), { timeout: patience })
    await delay(300)
    expect(saved(heard)).toHaveLength(most)
    release()
    await awaitHooks(service)
    expect(saved(heard).toSorted()).toEqual(slugs.toSorted())
  })
})
