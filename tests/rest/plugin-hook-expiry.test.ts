import { limits } from '@octavo/contract/limits'
import { oldDeliveries } from '@octavo/server/maintenance/jobs/retention/deliveries'
import { runPass } from '@octavo/server/maintenance/jobs/retention/pass'
import type { WriteContext } from '@octavo/server/core/context'
import type { Transaction } from '@octavo/server/platform/database/database'
import { addQueue, removeUnusedQueues } from '@octavo/server/changes/webhooks/hook-queues'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { behaviour, heard } from '../plugins/after-watcher.ts'
import { dataOf } from '../setup/answers.ts'
import { hour, makeCollection, makeItem } from '../setup/content.ts'
import { awaitHooks } from '../setup/hooks.ts'
import { patience } from '../setup/patience.ts'
import { engines, startService, type TestService } from '../setup/service.ts'
import { rowsOf } from '../setup/tables.ts'

const day = 24 * hour
const modulePath = new URL('../plugins/after-watcher.ts', import.meta.url).pathname
const watcher = '/plugins/after-watcher'

describe.each(engines)('waiting calls of after-hooks on %s', (engine) => {
  let service: TestService
  let count = 0

  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_PLUGINS: modulePath } })
    await makeCollection(service, 'posts', {
      supports: ['drafts', 'revisions', 'scheduling'],
      fields: [{ slug: 'title', type: 'string' }],
    })
  })
  afterAll(() => service.close())
  beforeEach(() => {
    heard.length = 0
    behaviour.clear()
  })

  const of = (slug: string) => heard.filter(({ event }) => event['slug'] === slug)
  const runs = async () => dataOf(await service.ask('GET', watcher)).item.hookRuns
  const send = async (method: string, path: string, body?: object): Promise<void> =>
    void expect((await service.ask(method, path, body && { body })).status, path).toBeLessThan(300)
  const removeOld = (): Promise<void> =>
    runPass(service.services, oldDeliveries(limits.eventDays, service.clock.now), {
      now: service.clock.now.toISOString(),
      signal: AbortSignal.timeout(patience),
    })

  /** An item with two calls: one that has failed, and one that waits for it. */
  async function failing(): Promise<string> {
    const slug = `item-${++count}`
    behaviour.set(slug, () => {
      throw new Error('not now')
    })
    const { id } = await makeItem(service, 'posts', { slug })
    await send('POST', `/content/posts/${id}/publish`, {})
    await awaitHooks(service)
    expect(of(slug)).toHaveLength(1)
    return slug
  }

  it('are given up after as many days as events are kept, while the plugin is disabled, and are shown', async () => {
    const slug = await failing()
    await send('POST', `${watcher}/disable`)
    service.clock.forward((limits.eventDays - 1) * day)
    await removeOld()
    expect(await runs()).toMatchObject({ waiting: 2, lastFailure: { isExpired: false } })
    service.clock.forward(2 * day)
    await removeOld()
    expect(await runs()).toMatchObject({
      waiting: 0,
      failed: 2,
      lastFailure: { isExpired: true, nextTryAt: null, at: service.clock.now.toISOString() },
    })
    heard.length = 0
    await send('POST', `${watcher}/enable`)
    await awaitHooks(service)
    expect(of(slug)).toEqual([])
    service.clock.forward((limits.deliveryDays + 1) * day)
    await removeOld()
    expect(await runs()).toEqual({ waiting: 0, failed: 0, lastFailure: null })
  })

  it('leave the way free for later calls of the item', async () => {
    const slug = await failing()
    await send('POST', `${watcher}/disable`)
    // The call of the publication is of yesterday.
    const old = new Date(service.clock.now.getTime() - (limits.eventDays + 1) * day).toISOString()
    await service.services.database.transaction('write', (tx) =>
      tx.run(`UPDATE webhook_deliveries SET created_at = ? WHERE attempts = 1 AND state = 'pending'`, [old]),
    )
    service.clock.forward(hour)
    await removeOld()
    expect(await runs()).toMatchObject({ waiting: 1, failed: 1 })
    behaviour.clear()
    heard.length = 0
    await send('POST', `${watcher}/enable`)
    await awaitHooks(service)
    expect(of(slug).map(({ hook }) => hook)).toEqual(['content:afterPublish'])
    expect(await runs()).toMatchObject({ waiting: 0, failed: 1 })
  })

  it('go on though a release without queues has paused their queue', async () => {
    await service.services.database.transaction('write', (tx) =>
      tx.run(`UPDATE webhooks SET pause_reason = 'secretUnreadable' WHERE plugin_id IS NOT NULL`, []),
    )
    const slug = `item-${++count}`
    await makeItem(service, 'posts', { slug })
    await awaitHooks(service)
    expect(of(slug)).toHaveLength(1)
    // What such a release sends: webhooks that are not paused.
    const fresh = await startService(engine, { env: { OCTAVO_PLUGINS: modulePath } })
    try {
      await makeCollection(fresh, 'posts', { supports: [], fields: [{ slug: 'title', type: 'string' }] })
      await awaitHooks(fresh)
      expect(await rowsOf(fresh, 'SELECT plugin_id FROM webhooks WHERE pause_reason IS NULL')).toEqual([])
      expect(await rowsOf(fresh, 'SELECT plugin_id FROM webhooks')).toHaveLength(1)
    } finally {
      await fresh.close()
    }
  })

  it('are removed with their queue when no process has had the plugin for a week', async () => {
    await failing()
    const queues = (): Promise<unknown[]> => rowsOf(service, `SELECT plugin_id FROM webhooks`)
    service.clock.forward((limits.deliveryDays + 1) * day)
    await removeOld()
    expect(await queues()).toHaveLength(1)
    // As if the process that has the plugin were another one, which was stopped.
    await service.services.database.transaction('write', (tx) =>
      tx.run(`UPDATE webhooks SET plugin_id = 'uninstalled', updated_at = ? WHERE plugin_id IS NOT NULL`, [
        service.clock.now.toISOString(),
      ]),
    )
    service.clock.forward((limits.deliveryDays - 1) * day)
    await removeOld()
    expect(await queues()).toHaveLength(1)
    service.clock.forward(2 * day)
    await removeOld()
    expect(await queues()).toEqual([])
    expect(await rowsOf(service, 'SELECT name FROM event_readers')).toEqual([])
    expect(await rowsOf(service, 'SELECT id FROM webhook_deliveries')).toEqual([])
  })

  it('stay where a process begins to use their queue while it is removed', async () => {
    const { database, plugins } = service.services
    const [id = ''] = [...plugins.current.listeners]
    const context = (db: Transaction, now: Date): WriteContext =>
      ({ db, services: service.services, now: now.toISOString() }) as WriteContext
    const queues = (): Promise<unknown[]> => rowsOf(service, 'SELECT plugin_id FROM webhooks')
    const write = <Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> =>
      database.transaction('write', work)
    const { now } = service.clock
    await write((tx) => addQueue(context(tx, now), id))
    const old = new Date(now.getTime() - 30 * day)
    await write((tx) => tx.run('UPDATE webhooks SET updated_at = ?', [old.toISOString()]))
    await write((tx) => {
      // It is touched between the look and the removal.
      const rows: Transaction['rows'] = async (sql, parameters) => {
        const found = await tx.rows<never>(sql, parameters)
        await addQueue(context(tx, now), id)
        return found
      }
      const looking = new Proxy(tx, {
        get: (target, key) =>
          key === 'rows' ? rows : (Reflect.get(target, key) as () => unknown).bind(target),
      })
      const unused = { before: new Date(now.getTime() - 7 * day).toISOString(), installed: [] }
      return removeUnusedQueues(context(looking, now), unused)
    })
    expect(await queues()).toEqual([{ plugin_id: id }])
    expect(await rowsOf(service, 'SELECT name FROM event_readers')).toEqual([
      { name: `webhook plugin ${id}` },
    ])
  })
})
