import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { api } from '../../api/client.ts'
import { unpublishItem } from './undo-action.ts'

const now = Date.parse('2026-11-23T12:00:00.000Z')
const soon = '2026-11-23T13:00:00.000Z'
const target = { collection: 'posts', id: '01KAKJ3G4T8B2C9D0E1F2G3H4J' }
const published = { status: 'published', hasPendingDraft: false, scheduledAt: null } as const

describe('the undo action of unpublishing', () => {
  const publish = vi.fn<() => Promise<object>>(async () => ({}))
  beforeEach(() => {
    vi.useFakeTimers({ now })
    vi.spyOn(api.content, 'unpublish').mockResolvedValue({} as never)
    vi.spyOn(api.content, 'publish').mockImplementation(publish as never)
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
    publish.mockClear()
  })

  it('publishes with the end that is still to come', async () => {
    const { back } = await unpublishItem(target, { ...published, unpublishAt: soon })
    await back()
    expect(publish.mock.calls).toEqual([[{ ...target, unpublishAt: soon }]])
  })

  it('publishes nothing whose end has passed meanwhile', async () => {
    const { back } = await unpublishItem(target, { ...published, unpublishAt: soon })
    vi.setSystemTime(Date.parse(soon) + 1)
    await back()
    expect(publish).not.toHaveBeenCalled()
  })
})
