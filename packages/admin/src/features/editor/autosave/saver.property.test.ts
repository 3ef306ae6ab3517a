import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { draftOf, FakeService, type Mishap, newDraft } from './draft-setup.ts'
import { Saver } from './saver.ts'
import { hasUnsaved, shownValue } from './state.ts'

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => void vi.useRealTimers())

const key = fc.constantFrom('a', 'b', 'c')
const mishap: fc.Arbitrary<Mishap> = fc.constantFrom(
  'none',
  'none',
  'none',
  'lostBefore',
  'lostAfter',
  'busy',
  'signedOut',
  'broken',
)

/** Random events while a person writes; numbers make all values different. */
const happening = fc.oneof(
  { weight: 5, arbitrary: fc.record({ what: fc.constant('type' as const), key }) },
  { weight: 4, arbitrary: fc.record({ what: fc.constant('answer' as const), mishap }) },
  {
    weight: 4,
    arbitrary: fc.record({ what: fc.constant('wait' as const), time: fc.integer({ min: 1, max: 6000 }) }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('other' as const), key }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('focus' as const), key }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('blur' as const) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('look' as const) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('save' as const) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('back' as const) }) },
)
type Happening = typeof happening extends fc.Arbitrary<infer Value> ? Value : never

class Story {
  readonly mine = new Map<string, string>()
  readonly theirs = new Map<string, string>()
  /** values that were shown in a control */
  readonly #saver: Saver
  readonly #service: FakeService
  #count = 0

  constructor(saver: Saver, service: FakeService) {
    this.#saver = saver
    this.#service = service
  }

  async happen(one: Happening): Promise<void> {
    if (one.what === 'type') this.#type(one.key)
    else if (one.what === 'answer') this.#service.waiting[0]?.(one.mishap)
    else if (one.what === 'wait') await vi.advanceTimersByTimeAsync(one.time)
    else if (one.what === 'other') this.#changeElsewhere(one.key)
    else if (one.what === 'focus') this.#saver.dispatch({ type: 'focused', key: one.key })
    else if (one.what === 'blur') this.#saver.dispatch({ type: 'blurred' })
    else if (one.what === 'look') void this.#saver.refresh()
    else if (one.what === 'save') void this.#saver.flush()
    else this.#saver.dispatch({ type: 'resumed' })
    await vi.advanceTimersByTimeAsync(0)
  }

  #type(field: string): void {
    const value = `mine ${++this.#count}`
    this.mine.set(field, value)
    this.#saver.dispatch({ type: 'edited', key: field, edit: { value }, now: Date.now() })
    expect(shownValue(this.#saver.getState(), field)).toBe(value)
  }

  #changeElsewhere(field: string): void {
    if (this.#service.version === 0) return
    const value = `theirs ${++this.#count}`
    this.theirs.set(field, value)
    this.#service.change(field, value)
  }

  /** The network works again, the person signs in and resolves conflicts with their own version. */
  async settle(): Promise<void> {
    this.#saver.dispatch({ type: 'blurred' })
    for (let round = 0; round < 40; round++) {
      this.#saver.dispatch({ type: 'resumed' })
      for (const field of Object.keys(this.#saver.getState().conflicts))
        this.#saver.dispatch({ type: 'chosen', key: field, choice: 'mine', now: Date.now() })
      await vi.advanceTimersByTimeAsync(5000)
      for (const answer of this.#service.waiting.slice()) answer('none')
      await vi.advanceTimersByTimeAsync(0)
    }
  }
}

async function run(
  isNew: boolean,
  happenings: readonly Happening[],
): Promise<{ service: FakeService; story: Story; saver: Saver }> {
  const service = new FakeService(isNew ? null : {})
  const saver = new Saver({ draft: isNew ? newDraft() : draftOf(), transport: service })
  const story = new Story(saver, service)
  for (const one of happenings) {
    await story.happen(one)
    // Polls in the background are not saves.
    expect(service.waiting.length).toBeLessThanOrEqual(2)
  }
  await story.settle()
  saver.close()
  return { service, story, saver }
}

describe('whatever happens while a person writes', () => {
  it('no edit gets lost, and no change is overwritten unseen', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { maxLength: 60 }), async (happenings) => {
        const { service, story, saver } = await run(false, happenings)
        expect(hasUnsaved(saver.getState())).toBe(false)
        for (const [field, value] of story.mine) {
          const theirs = story.theirs.get(field)
          const allowed = theirs === undefined ? [value] : [value, theirs]
          expect(allowed).toContain(service.data[field])
        }
        for (const [field, value] of story.theirs)
          if (!story.mine.has(field)) expect(service.data[field]).toBe(value)
      }),
      { numRuns: 300 },
    )
  })

  it('a new item is made once, with all that was typed', async () => {
    const calm = happening.filter((one) => one.what !== 'other')
    await fc.assert(
      fc.asyncProperty(fc.array(calm, { maxLength: 60 }), async (happenings) => {
        const { service, story, saver } = await run(true, happenings)
        expect(hasUnsaved(saver.getState())).toBe(false)
        expect(service.created).toBe(story.mine.size === 0 ? 0 : 1)
        expect(service.data).toEqual(Object.fromEntries(story.mine))
      }),
      { numRuns: 300 },
    )
  })
})
