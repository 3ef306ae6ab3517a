import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createApp, type App } from '@octavo/server/app'
import { createLog } from '@octavo/server/platform/log'
import { makeCollection, makeItem } from '../setup/content.ts'
import { startService, type TestService } from '../setup/service.ts'

describe('processes on one PostgreSQL', () => {
  let service: TestService
  let other: App

  beforeAll(async () => {
    service = await startService('postgres')
    other = await createApp({ config: service.services.config, log: createLog('silent') })
  })
  afterAll(async () => {
    await other.close()
    await service.close()
  })

  it('wake each other for events and changes of the content model, and not themselves', async () => {
    const spies = (app: Pick<App, 'services'>) => ({
      event: vi.spyOn(app.services.eventSignal, 'ring'),
      webhook: vi.spyOn(app.services.webhookSignal, 'ring'),
      model: vi.spyOn(app.services.modelSignal, 'ring'),
    })
    const [here, there] = [spies(service), spies(other)]
    // The connection that listens is made beside the start.
    await expect
      .poll(async () => {
        service.services.database.announce('events')
        return there.event.mock.calls.length
      })
      .toBeGreaterThan(0)
    expect(here.event).not.toHaveBeenCalled()
    await makeCollection(service, 'posts', {
      supports: ['drafts'],
      fields: [{ slug: 'title', type: 'string' }],
    })
    await expect.poll(() => there.model.mock.calls.length).toBeGreaterThan(0)
    expect(here.model).not.toHaveBeenCalled()
    const before = there.webhook.mock.calls.length
    await makeItem(service, 'posts')
    await expect.poll(() => there.webhook.mock.calls.length).toBeGreaterThan(before)
  })
})
