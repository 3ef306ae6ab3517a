import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { draftOf, failure, FakeService, fieldOf, fields, newDraft } from './draft-setup.ts'
import { NotSavedError, Saver, type Transport } from './saver.ts'
import { missingFields } from './schedule.ts'
import { type DraftState, hasUnsaved, isStored, shownValue } from './state.ts'

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => void vi.useRealTimers())

function open(draft: DraftState, service: Transport): Saver {
  return new Saver({ draft, transport: service })
}

function type(saver: Saver, key: string, value: unknown): void {
  saver.dispatch({ type: 'edited', key, edit: { value }, now: Date.now() })
}

function callsOf(service: FakeService): Transport {
  return {
    create: (values) => service.create(values),
    update: (id, values, rev) => service.update(id, values, rev),
    read: (id, known) => service.read(id, known),
    find: () => service.find(),
  }
}

const pass = (milliseconds: number): Promise<unknown> => vi.advanceTimersByTimeAsync(milliseconds)

async function answer(
  service: FakeService,
  mishap: Parameters<FakeService['waiting'][number]>[0] = 'none',
): Promise<void> {
  service.waiting[0]?.(mishap)
  await pass(0)
}

describe('saving by itself', () => {
  it('saves what was changed, and that alone, when the typing has stopped', async () => {
    const service = new FakeService({ a: 'x', b: 'y' })
    const saver = open(draftOf({ a: 'x', b: 'y' }), service)
    type(saver, 'a', 'x1')
    await pass(500)
    type(saver, 'a', 'x12')
    await pass(800)
    expect(service.waiting).toHaveLength(0)
    await pass(200)
    await answer(service)
    expect(service.stored).toEqual([{ a: 'x12' }])
    expect(hasUnsaved(saver.getState())).toBe(false)
  })

  it('saves within two seconds even while a person types on', async () => {
    const service = new FakeService({})
    const saver = open(draftOf(), service)
    for (let count = 0; count < 4; count++) {
      type(saver, 'a', 'x'.repeat(count + 1))
      await pass(500)
    }
    expect(service.waiting).toHaveLength(1)
  })

  it('counts what a control hands over late from its first letter', async () => {
    const service = new FakeService({})
    const saver = open(draftOf(), service)
    for (let count = 0; count < 3; count++) {
      saver.dispatch({ type: 'writing', key: 'a', since: Date.now() })
      expect(isStored(saver.getState())).toBe(false)
      await pass(600)
      type(saver, 'a', 'x'.repeat(count + 1))
      saver.dispatch({ type: 'writing', key: 'a', since: null })
    }
    expect(service.waiting).toHaveLength(1)
    await answer(service)
    await pass(1000)
    await answer(service)
    expect(isStored(saver.getState())).toBe(true)
  })

  it('has one save on its way, and sends what came meanwhile after it', async () => {
    const service = new FakeService({})
    const saver = open(draftOf(), service)
    type(saver, 'a', 'one')
    await pass(1000)
    type(saver, 'a', 'two')
    type(saver, 'b', 'new')
    await pass(10_000)
    expect(service.waiting).toHaveLength(1)
    await answer(service)
    expect(shownValue(saver.getState(), 'a')).toBe('two')
    await pass(1000)
    await answer(service)
    expect(service.stored).toEqual([{ a: 'one' }, { a: 'two', b: 'new' }])
  })

  it('takes a change back that is on its way already', async () => {
    const service = new FakeService({ a: 'x' })
    const saver = open(draftOf({ a: 'x' }), service)
    type(saver, 'a', 'y')
    await pass(1000)
    type(saver, 'a', 'x')
    await answer(service)
    await pass(1000)
    await answer(service)
    expect(service.data).toEqual({ a: 'x' })
  })

  it('sends nothing for what was changed and changed back', async () => {
    const service = new FakeService({ a: 'x' })
    const saver = open(draftOf({ a: 'x' }), service)
    type(saver, 'a', 'y')
    type(saver, 'a', 'x')
    await pass(10_000)
    expect(service.waiting).toHaveLength(0)
    expect(hasUnsaved(saver.getState())).toBe(false)
  })

  it('leaves a live item without drafts alone until a person says so', async () => {
    const service = new FakeService({})
    service.status = 'published'
    const saver = open({ ...draftOf({}, { status: 'published' }), supportsDrafts: false }, service)
    type(saver, 'a', 'x')
    await pass(60_000)
    expect(service.waiting).toHaveLength(0)
    const saved = saver.flush()
    await answer(service)
    expect(await saved).toBe(true)
    type(saver, 'a', 'xy')
    await pass(60_000)
    expect(service.stored).toEqual([{ a: 'x' }])
  })
})

describe('a new item', () => {
  it('is created though it lacks required fields', async () => {
    const service = new FakeService(null)
    const saver = open(newDraft([fieldOf('a', true), fieldOf('b')]), service)
    type(saver, 'b', 'text')
    await pass(1000)
    await answer(service)
    expect(service.stored).toEqual([{ b: 'text' }])
    expect(saver.getState().item?.id).toMatch(/^01/)
    expect(missingFields(saver.getState()).map(({ key }) => key)).toEqual(['a'])
    type(saver, 'a', 'title')
    await pass(1000)
    await answer(service)
    type(saver, 'a', '')
    await pass(1000)
    await answer(service)
    expect(service.stored).toEqual([{ b: 'text' }, { a: 'title' }, { a: null }])
  })

  it('is not created twice when the answer got lost', async () => {
    const service = new FakeService(null)
    const saver = open(newDraft(), service)
    type(saver, 'a', 'title')
    await pass(1000)
    await answer(service, 'lostAfter')
    type(saver, 'a', 'title and more')
    await pass(2000)
    await answer(service)
    await pass(2000)
    await answer(service)
    expect(service).toMatchObject({ created: 1, data: { a: 'title and more' } })
  })
})

describe('failures', () => {
  it.each(['lostBefore', 'busy', 'broken'] as const)('are tried again when they pass: %s', async (mishap) => {
    const service = new FakeService({})
    const saver = open(draftOf(), service)
    type(saver, 'a', 'x')
    await pass(1000)
    await answer(service, mishap)
    expect(service.waiting).toHaveLength(0)
    await pass(1000)
    await answer(service, mishap)
    await pass(1500)
    expect(service.waiting).toHaveLength(0)
    await pass(600)
    await answer(service)
    expect(service.data).toEqual({ a: 'x' })
  })

  it('wait for a new session, and then go on', async () => {
    const service = new FakeService({})
    const saver = open(draftOf(), service)
    type(saver, 'a', 'x')
    await pass(1000)
    await answer(service, 'signedOut')
    type(saver, 'a', 'xy')
    await pass(60_000)
    expect(service.waiting).toHaveLength(0)
    saver.dispatch({ type: 'resumed' })
    await pass(0)
    await answer(service)
    expect(service.data).toEqual({ a: 'xy' })
  })

  it('keep everything from another user who signs in meanwhile', async () => {
    const service = new FakeService({})
    const read = vi.fn<Transport['read']>()
    const saver = open(draftOf(), { ...callsOf(service), read })
    type(saver, 'a', 'x')
    saver.dispatch({ type: 'signedOut' })
    await saver.refresh({ isForced: true })
    await pass(60_000)
    expect(read).not.toHaveBeenCalled()
    expect(service.waiting).toHaveLength(0)
    saver.dispatch({ type: 'resumed' })
    await pass(1000)
    await answer(service)
    expect(service.data).toEqual({ a: 'x' })
  })

  it('of one field hold it back with its text; the others are saved', async () => {
    const service = new FakeService({})
    const issues = { issues: [{ path: 'data.a', message: 'is too long' }] }
    const refuse = vi.fn<Transport['update']>(async (_id, values) => {
      if ('a' in values) throw failure(400, 'VALIDATION_ERROR', issues)
      return service.answer()
    })
    const saver = open(draftOf(), { ...callsOf(service), update: refuse })
    type(saver, 'a', 'long')
    type(saver, 'b', 'fine')
    await pass(1000)
    expect(saver.getState().refusals['a']?.message).toBe('is too long')
    await pass(60_000)
    expect(shownValue(saver.getState(), 'a')).toBe('long')
    expect(refuse).toHaveBeenCalledTimes(2)
  })

  it('that no field is to blame for are not sent again by themselves', async () => {
    const update = vi.fn<Transport['update']>().mockRejectedValue(failure(413, 'PAYLOAD_TOO_LARGE'))
    const service = new FakeService({})
    const saver = open(draftOf(), { ...callsOf(service), update })
    type(saver, 'a', 'x')
    await pass(120_000)
    expect(update).toHaveBeenCalledTimes(1)
    expect(saver.getState().halt?.kind).toBe('tooLarge')
    type(saver, 'a', 'y')
    await pass(2000)
    expect(update).toHaveBeenCalledTimes(2)
  })

  it.each([
    [403, 'FORBIDDEN'],
    [404, 'NOT_FOUND'],
  ] as const)('%s, which others can undo, are tried again at an easy pace', async (status, code) => {
    const service = new FakeService({})
    const update = vi.fn<Transport['update']>().mockRejectedValueOnce(failure(status, code))
    update.mockImplementation((id, values, rev) => service.update(id, values, rev))
    const saver = open(draftOf(), { ...callsOf(service), update })
    type(saver, 'a', 'x')
    await pass(9000)
    expect(update).toHaveBeenCalledTimes(1)
    expect(saver.getState().halt).not.toBeNull()
    await pass(3000)
    await answer(service)
    expect(service.stored).toEqual([{ a: 'x' }])
    expect(saver.getState().halt).toBeNull()
  })

  it('409 without a reason are taken for a newer version once, and then reported', async () => {
    const service = new FakeService({ a: 'x', b: 'y' })
    const update = vi.fn<Transport['update']>().mockRejectedValue(failure(409, 'SCHEMA_ERROR'))
    const saver = open(draftOf({ a: 'x', b: 'y' }), { ...callsOf(service), update })
    type(saver, 'a', 'z')
    await pass(1000)
    await answer(service)
    await pass(60_000)
    expect(update).toHaveBeenCalledTimes(2)
    expect(saver.getState().halt?.kind).toBe('refused')
    expect(shownValue(saver.getState(), 'a')).toBe('z')
  })

  it('of what was asked for are returned to the caller', async () => {
    const service = new FakeService({})
    const saver = open(draftOf(), service)
    saver.dispatch({ type: 'edited', key: 'a', edit: { value: null, raw: '{', problem: 'json' }, now: 1 })
    await expect(saver.command(async () => service.answer())).rejects.toThrow(NotSavedError)
  })
})

describe('changes of others', () => {
  it('to other fields go together with mine', async () => {
    const service = new FakeService({ a: 'x', b: 'y' })
    const saver = open(draftOf({ a: 'x', b: 'y' }), service)
    service.change('b', 'theirs')
    type(saver, 'a', 'mine')
    await pass(1000)
    await answer(service)
    await answer(service)
    await pass(1000)
    await answer(service)
    expect(service.data).toEqual({ a: 'mine', b: 'theirs' })
    expect(saver.getState().conflicts).toEqual({})
  })

  it.each(['mine', 'theirs'] as const)('to the same field wait for a choice: %s', async (choice) => {
    const service = new FakeService({ a: 'x' })
    const saver = open(draftOf({ a: 'x' }), service)
    service.change('a', 'theirs')
    type(saver, 'a', 'mine')
    type(saver, 'b', 'else')
    await pass(1000)
    await answer(service)
    await answer(service)
    await pass(1000)
    await answer(service)
    expect(service.data).toEqual({ a: 'theirs', b: 'else' })
    expect(saver.getState().conflicts).toEqual({ a: { theirs: 'theirs' } })
    saver.dispatch({ type: 'chosen', key: 'a', choice, now: Date.now() })
    await pass(1000)
    await answer(service)
    expect(service.data['a']).toBe(choice)
    expect(hasUnsaved(saver.getState())).toBe(false)
  })

  it('to the record of a picture are no changes of the item', async () => {
    const service = new FakeService({ a: 'x' })
    const saver = open(draftOf({ a: 'x' }), service)
    type(saver, 'a', 'mine')
    const { item, rev, generation } = saver.getState()
    if (item === null) throw new Error('there is no item')
    const shown = { ...item, data: { a: 'x with a placeholder' } }
    saver.dispatch({ type: 'read', item: shown, rev: `${rev}-shapem1`, generation })
    expect(saver.getState().conflicts).toEqual({})
    expect(shownValue(saver.getState(), 'a')).toBe('mine')
    expect(saver.getState().rev).toBe(`${rev}-shapem1`)
  })

  it('come in by themselves, except into fields that are being edited', async () => {
    const service = new FakeService({ a: 'x', b: 'y' })
    const saver = open(draftOf({ a: 'x', b: 'y' }), service)
    saver.dispatch({ type: 'focused', key: 'a' })
    service.change('a', 'theirs a')
    service.change('b', 'theirs b')
    void saver.refresh()
    await answer(service)
    expect(shownValue(saver.getState(), 'a')).toBe('x')
    expect(shownValue(saver.getState(), 'b')).toBe('theirs b')
    type(saver, 'a', 'x and mine')
    await pass(60_000)
    expect(service.stored).toEqual([])
    expect(saver.getState().conflicts).toEqual({ a: { theirs: 'theirs a' } })
  })

  it('leave what a control has not reported yet, also when a save is answered', async () => {
    const service = new FakeService({ a: 'x', b: 'y' })
    let held: string | undefined
    const saver: Saver = new Saver({
      draft: draftOf({ a: 'x', b: 'y' }),
      transport: service,
      collect: () => {
        if (held !== undefined) type(saver, 'a', held)
        saver.dispatch({ type: 'writing', key: 'a', since: null })
        held = undefined
      },
    })
    const hold = (value: string): void => {
      held = value
      saver.dispatch({ type: 'writing', key: 'a', since: Date.now() })
    }
    type(saver, 'a', 'one')
    await pass(1000)
    hold('one two')
    await answer(service)
    expect(shownValue(saver.getState(), 'a')).toBe('one two')
    await pass(2000)
    await answer(service)
    expect(service.data['a']).toBe('one two')
    service.change('a', 'theirs')
    void saver.refresh()
    hold('one two three')
    await answer(service)
    expect(shownValue(saver.getState(), 'a')).toBe('one two three')
    expect(saver.getState().conflicts).toEqual({ a: { theirs: 'theirs' } })
  })

  it('are read once more where they came while others were read', async () => {
    const service = new FakeService({ a: 'x' })
    const saver = open(draftOf({ a: 'x' }), service)
    void saver.refresh()
    void saver.refresh()
    void saver.refresh()
    await answer(service)
    service.change('a', 'theirs')
    await answer(service)
    expect(shownValue(saver.getState(), 'a')).toBe('theirs')
    expect(service.waiting).toHaveLength(0)
  })

  it('are shown when the hands have left', async () => {
    const service = new FakeService({ a: 'x' })
    const saver = open(draftOf({ a: 'x' }), service)
    saver.dispatch({ type: 'focused', key: 'a' })
    service.change('a', 'theirs')
    void saver.refresh()
    await answer(service)
    saver.dispatch({ type: 'blurred' })
    expect(shownValue(saver.getState(), 'a')).toBe('theirs')
  })

  it('are not seen in what was saved from here, though no answer came', async () => {
    const service = new FakeService({ a: 'x' })
    const saver = open(draftOf({ a: 'x' }), service)
    type(saver, 'a', 'one')
    await pass(1000)
    await answer(service, 'lostAfter')
    type(saver, 'a', 'one two')
    for (let count = 0; count < 4; count++) {
      await pass(2000)
      await answer(service)
    }
    expect(saver.getState().conflicts).toEqual({})
    expect(service.data).toEqual({ a: 'one two' })
  })
})

describe('a collection that changes under an open draft', () => {
  it('leaves what was written in a field that is gone for copying', () => {
    const saver = open(draftOf({ a: 'x', b: 'stored' }), new FakeService({}))
    type(saver, 'a', 'typed')
    saver.dispatch({ type: 'fieldsChanged', fields: [fieldOf('c'), fieldOf('d')], supportsDrafts: true })
    expect(saver.getState().orphans).toEqual([
      { key: 'a', label: 'a', value: 'typed' },
      { key: 'b', label: 'b', value: 'stored' },
    ])
    expect(hasUnsaved(saver.getState())).toBe(false)
  })

  it('keeps what fits the new type, and puts aside what does not', () => {
    const saver = open(draftOf({ a: 'x', b: 'y' }), new FakeService({}))
    type(saver, 'a', 'typed')
    const number = { ...fieldOf('b'), type: 'number', accepts: (value: unknown) => typeof value === 'number' }
    saver.dispatch({ type: 'fieldsChanged', fields: [fieldOf('a'), number], supportsDrafts: true })
    expect(saver.getState()).toMatchObject({
      edits: { a: { value: 'typed' } },
      orphans: [{ key: 'b', value: 'y' }],
    })
  })
})

describe('unsaved work of an earlier visit', () => {
  it('comes back, and what others did meanwhile is offered beside it', () => {
    const saver = open(draftOf({ a: 'x', b: 'theirs' }), new FakeService({}))
    const copy = { edits: { a: { value: 'mine' }, b: { value: 'mine' } }, base: { a: 'x', b: 'y' } }
    saver.dispatch({ type: 'restored', copy, now: 1 })
    expect(saver.getState()).toMatchObject({
      edits: copy.edits,
      conflicts: { b: { theirs: 'theirs' } },
    })
    expect(Object.keys(saver.getState().conflicts)).toEqual(['b'])
  })

  it('is shown as lost text where its field is no more', () => {
    const saver = open({ ...draftOf(), fields }, new FakeService({}))
    saver.dispatch({ type: 'restored', copy: { edits: { gone: { value: 'text' } }, base: {} }, now: 1 })
    expect(saver.getState().orphans).toEqual([{ key: 'gone', label: 'gone', value: 'text' }])
  })
})
