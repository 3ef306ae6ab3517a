import { describe, expect, it } from 'vitest'
import { draftOf } from './draft-setup.ts'
import { dropCopy, dropOldCopies, findCopy, keepCopy, keyPrefix } from './local-copies.ts'
import { reduce } from './machine.ts'
import type { DraftState } from './state.ts'

class MemoryStorage extends Map<string, string> {
  get length(): number {
    return this.size
  }
  key = (index: number): string | null => [...this.keys()][index] ?? null
  getItem = (name: string): string | null => this.get(name) ?? null
  setItem = (name: string, value: string): void => void this.set(name, value)
  removeItem = (name: string): void => void this.delete(name)
}

const edited = (value: string): DraftState =>
  reduce(draftOf({ a: 'x' }), { type: 'edited', key: 'a', edit: { value }, now: 1 })
const place = keyPrefix(['person', 'posts', '1'])
const none = new Set<string>()

describe('copies in the browser', () => {
  it('hold what is not saved with what it was made on, and go when it is', () => {
    const storage = new MemoryStorage()
    keepCopy(storage, `${place}:tab`, edited('mine'), 5)
    expect(findCopy(storage, place, none)).toEqual({
      name: `${place}:tab`,
      edits: { a: { value: 'mine' } },
      base: { a: 'x' },
      at: 5,
    })
    keepCopy(storage, `${place}:tab`, draftOf({ a: 'x' }), 6)
    expect(storage.length).toBe(0)
  })

  it('are of one person and item, the newest first, and not of tabs that are open', () => {
    const storage = new MemoryStorage()
    keepCopy(storage, `${place}:one`, edited('older'), 1)
    keepCopy(storage, `${place}:two`, edited('newer'), 2)
    keepCopy(storage, `${keyPrefix(['other', 'posts', '1'])}:three`, edited('foreign'), 3)
    expect(findCopy(storage, place, none)?.name).toBe(`${place}:two`)
    expect(findCopy(storage, place, new Set(['two']))?.name).toBe(`${place}:one`)
    dropCopy(storage, `${place}:one`)
    expect(findCopy(storage, place, new Set(['two']))).toBeNull()
  })

  it('go after 30 days, and all but the newest 50, unless they are of open tabs', () => {
    const storage = new MemoryStorage([
      ['something:else', 'x'],
      [`${place}:broken`, '{'],
    ])
    const day = 24 * 60 * 60_000
    const now = 100 * day
    keepCopy(storage, `${place}:old`, edited('old'), now - 30 * day - 1)
    keepCopy(storage, `${place}:open`, edited('open'), 1)
    for (let count = 1; count <= 51; count++)
      keepCopy(
        storage,
        `${keyPrefix(['other', 'posts', String(count)])}:tab${count}`,
        edited('new'),
        now - count,
      )
    dropOldCopies(storage, now, new Set(['open']))
    const left = [...storage.keys()]
    expect(left).toHaveLength(52)
    expect(left).toEqual(expect.arrayContaining(['something:else', `${place}:open`]))
    expect(left.some((name) => name.endsWith(':tab51'))).toBe(false)
    keepCopy(storage, `${place}:old`, edited('old'), now - 30 * day - 1)
    keepCopy(storage, `${place}:month`, edited('month'), now - 30 * day)
    for (const name of left) if (name.includes(':tab')) dropCopy(storage, name)
    dropOldCopies(storage, now, new Set(['open']))
    expect([...storage.keys()]).toEqual(['something:else', `${place}:open`, `${place}:month`])
  })

  it('are no failure when the store is full, or holds something else', () => {
    const storage = new MemoryStorage([[`${place}:tab`, '{broken']])
    expect(findCopy(storage, place, none)).toBeNull()
    storage.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    expect(() => keepCopy(storage, `${place}:tab`, edited('mine'), 1)).not.toThrow()
  })
})
