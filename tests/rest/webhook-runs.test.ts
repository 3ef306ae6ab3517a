import { setTimeout } from 'node:timers/promises'
import { operations } from '@octavo/contract/operations/registry'
import { closeServices, openServices } from '@octavo/server/app'
import { serviceCaller } from '@octavo/server/core/caller'
import type { Services, WriteContext } from '@octavo/server/core/context'
import { invoke } from '@octavo/server/core/invoke'
import { transact } from '@octavo/server/core/transact'
import { readBounds } from '@octavo/server/changes/events/bounds'
import { readerPositions } from '@octavo/server/changes/events/log'
import { comparePositions, type Position } from '@octavo/server/changes/events/position'
import { type EventRow, insertEvents } from '@octavo/server/changes/events/store'
import { createLog } from '@octavo/server/platform/log'
import { DeliveryAttempts } from '@octavo/server/changes/webhooks/attempts'
import { claimDeliveries } from '@octavo/server/changes/webhooks/claim'
import { enqueueEvents, readerName } from '@octavo/server/changes/webhooks/enqueue'
import { SecretBox } from '@octavo/server/changes/webhooks/secret-box'
import { WebhookSender } from '@octavo/server/changes/webhooks/sender'
import { activeWebhooks, isPaused, lockWebhook } from '@octavo/server/changes/webhooks/store'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type EmptySite, emptySite } from '../setup/archives.ts'
import { hour } from '../setup/content.ts'
import { patience } from '../setup/patience.ts'
import { engines, secretKey } from '../setup/service.ts'
import { eventsIn, outbound, type Receiver, refusedAddress, startReceiver } from '../setup/webhooks.ts'

/** Each run is started by a test: no job runs beside it. */
describe.each(engines)('a run that sends to webhooks on %s', (engine) => {
  let site: EmptySite
  let services: Services
  let receiver: Receiver
  let now = new Date()
  let menus = 0
  const made: string[] = []
  const senders: WebhookSender[] = []
  const always = new AbortController().signal

  beforeAll(async () => {
    receiver = await startReceiver()
    site = await emptySite(engine, {
      OCTAVO_SECRET_KEY: secretKey,
      OCTAVO_WEBHOOK_ORIGINS: receiver.origin,
    })
    services = await openServices({
      config: site.config,
      log: createLog('silent'),
      clock: () => now,
      outbound,
    })
  })
  afterEach(async () => {
    for (const sender of senders.splice(0)) await sender.stop()
    for (const id of made.splice(0)) await call(operations.webhooks.delete, { id })
  })
  afterAll(async () => {
    await closeServices(services)
    await site.remove()
    await receiver.close()
  })

  const call = (operation: Parameters<typeof invoke>[1]['operation'], input: object): Promise<unknown> =>
    invoke(services, { operation, caller: serviceCaller('cli'), input })
  const write = <Result>(work: (context: WriteContext) => Promise<Result>): Promise<Result> =>
    transact(services, { caller: serviceCaller('job'), action: 'webhooks.update' }, work)

  async function webhook(url: string): Promise<string> {
    const input = { url, types: ['menu.created'] }
    const { item } = (await call(operations.webhooks.create, input)) as { item: { id: string } }
    made.push(item.id)
    return item.id
  }
  const change = (id: string, changes: object): Promise<unknown> =>
    call(operations.webhooks.update, { id, ...changes })
  const end = async (): Promise<Position> =>
    (await readBounds(services.database.reader, services.database.dialect)).end
  /** Comes back when readers may see the events: on PostgreSQL when all transactions before have ended. */
  async function settled(work: () => Promise<unknown>): Promise<void> {
    const before = await end()
    await work()
    await vi.waitFor(async () => expect(comparePositions(before, await end())).toBeLessThan(0), {
      timeout: patience,
      interval: 20,
    })
  }
  const happen = async (): Promise<void> => {
    const name = `menu${++menus}`
    await settled(() => call(operations.menus.create, { name, label: name }))
  }
  const sender = (of = services): WebhookSender => {
    const one = new WebhookSender(of)
    senders.push(one)
    return one
  }
  const expectReceived = (path: string, count: number): Promise<void> =>
    vi.waitFor(() => expect(receiver.at(path)).toHaveLength(count), { timeout: patience, interval: 20 })

  const place = async (id: string): Promise<Position | undefined> => {
    const { reader, dialect } = services.database
    return (await readerPositions(reader, dialect, [readerName(id)])).get(readerName(id))
  }
  const isBehind = async (id: string): Promise<boolean> => {
    const last = await end()
    return comparePositions((await place(id)) ?? last, last) < 0
  }

  /** Adds events of some items, by turns. */
  async function addEvents(count: number, items = ['x']): Promise<void> {
    const event = (item: string): EventRow => ({
      type: 'content.created',
      at: now.toISOString(),
      collection: 'posts',
      item_id: item,
      locale: null,
      slug: item,
      previous_slug: null,
      hooks: null,
      is_live: 0,
    })
    const events = Array.from({ length: count }, (_, index) => event(items[index % items.length] ?? ''))
    await settled(() => write(({ db }) => insertEvents(db, events)))
  }

  it('does not wait for one that is far behind, and ends early where the process stops', async () => {
    const far = await webhook(refusedAddress)
    await change(far, { isPaused: true })
    await addEvents(4001)
    await change(far, { isPaused: false })
    await webhook(`${receiver.origin}/near`)
    await happen()
    const before = await place(far)
    await sender().run(AbortSignal.abort())
    expect(await place(far)).toEqual(before)
    const ring = vi.fn<() => void>()
    services.webhookSignal.listen(ring)
    await sender().run(always)
    expect(ring).toHaveBeenCalled()
    expect(await isBehind(far)).toBe(true)
    await expectReceived('/near', 1)
    for (let runs = 1; await isBehind(far); runs++) {
      expect(runs).toBeLessThan(5)
      await sender().run(always)
    }
  })

  it('goes on with the others where one fails', async () => {
    const broken = await webhook(refusedAddress)
    await webhook(`${receiver.origin}/whole`)
    await write(({ db }) => db.run(`UPDATE webhooks SET types = '[' WHERE id = ?`, [broken]))
    await happen()
    await sender().run(always)
    await expectReceived('/whole', 1)
    await write(({ db }) => db.run(`UPDATE webhooks SET types = NULL WHERE id = ?`, [broken]))
  })

  it('brings the times of a webhook back from the future at the next run where this has failed', async () => {
    const id = await webhook(`${receiver.origin}/back`)
    await happen()
    await write((context) => enqueueEvents(context, id))
    now = new Date(now.getTime() - hour)
    const one = sender()
    vi.spyOn(services.database, 'transaction').mockRejectedValueOnce(new Error('This fails once.'))
    await one.run(always)
    await one.run(always)
    await expectReceived('/back', 1)
    now = new Date(now.getTime() + hour)
  })

  it('does not wait for the backlog of a webhook, nor does the end of the process', async () => {
    const far = await webhook(`${receiver.origin}/far`)
    await change(far, { types: ['content.created'] })
    const items = ['a', 'b', 'c']
    for (let rounds = 0; rounds < 10; rounds++) {
      await addEvents(18, items)
      await write((context) => enqueueEvents(context, far))
    }
    // Attempts end while a transaction is under way, so that another follows it.
    const sharedClock = (): Promise<Date> => setTimeout(20).then(() => services.sharedClock())
    const attempts = new DeliveryAttempts({ ...services, sharedClock })
    const row = (await activeWebhooks({ db: services.database.reader })).find(({ id }) => id === far)
    if (row === undefined) throw new Error('the webhook is paused')
    const answer = receiver.answer
    const held: (() => void)[] = []
    receiver.answer = (...request) => held.push(() => answer(...request))
    await attempts.startDue(row)
    await expectReceived('/far', items.length)
    await addEvents(18, ['d'])
    await write((context) => enqueueEvents(context, far))
    const started = attempts.startDue(row)
    receiver.answer = answer
    for (const respond of held) respond()
    await started
    expect(receiver.at('/far').length).toBeLessThan(40)
    await attempts.stop()
    expect(receiver.at('/far').length).toBeLessThan(60)
    // What is left is due at once.
    await sender().run(always)
    await expectReceived('/far', 198)
    const slugs = eventsIn(receiver.at('/far')).map(({ slug }) => slug)
    for (const item of items) expect(slugs.filter((slug) => slug === item)).toHaveLength(60)
  })

  it('takes what is due of a webhook as it is then, once at a time', async () => {
    const id = await webhook(`${receiver.origin}/former`)
    const claim = (underWay: readonly string[] = []) =>
      write(async (context) => {
        const row = await lockWebhook(context, id)
        if (row === undefined || isPaused(row)) return null
        return { webhook: row, deliveries: await claimDeliveries(context, row, new Set(underWay)) }
      })
    await happen()
    await write((context) => enqueueEvents(context, id))
    await change(id, { isPaused: true })
    expect(await claim()).toBeNull()
    const url = `${receiver.origin}/latter`
    await change(id, { isPaused: false, url })
    const claimed = await claim()
    expect(claimed).toMatchObject({ webhook: { url }, deliveries: [{ state: 'pending' }] })
    const [delivery] = claimed?.deliveries ?? []
    expect(await claim()).toMatchObject({ deliveries: [] })
    // What is being sent is due for other processes when the lease has ended, and not for this one.
    now = new Date(now.getTime() + hour)
    expect(await claim([delivery?.id ?? ''])).toMatchObject({ deliveries: [] })
    expect(await claim()).toMatchObject({ deliveries: [{ id: delivery?.id }] })
  })

  it('leaves deliveries to processes that have the key', async () => {
    const id = await webhook(`${receiver.origin}/keyed`)
    await happen()
    const config = { ...site.config, secretKey: null, databaseUrl: site.config.databaseUrl ?? 'postgres://x' }
    await sender({ ...services, secretBox: new SecretBox(config) }).run(always)
    expect(await call(operations.webhooks.deliveries, { id })).toMatchObject({
      items: [{ state: 'pending', attempts: 0 }],
    })
    await sender().run(always)
    await expectReceived('/keyed', 1)
  })
})
