import fc from 'fast-check'
import { type Features, modelTerms } from './lifecycle-model.ts'

/** One thing that happens in a random life. `item` and `nth` count around what there is. */
export type Step =
  | { do: 'create'; slug: string | null; title: string; terms: readonly string[]; isPublished: boolean }
  | {
      do: 'save'
      item: number
      title?: string | null
      body?: string | null
      slug?: string
      terms?: readonly string[]
      status?: 'draft' | 'published'
    }
  | { do: 'tag'; item: number; terms: readonly string[] }
  | { do: 'schedule'; item: number; minutes: number }
  | { do: 'schedule end'; item: number; minutes: number | null }
  | { do: 'publish' | 'unpublish' | 'unschedule' | 'discard-draft' | 'duplicate'; item: number }
  | { do: 'trash' | 'restore' | 'permanent'; item: number }
  | { do: 'restore revision'; item: number; nth: number }
  | { do: 'pass'; minutes: number }

const item = fc.constantFrom(0, 0, 0, 1, 1, 2, 3)
const slug = fc.constantFrom('s1', 's2', 's3', 's4')
const title = fc.constantFrom('One', 'Two', 'Three')
const value = fc.option(title, { freq: 5 })
const terms = fc.subarray([...modelTerms])
const minutes = fc.constantFrom(60, 90, 120, 180)

const save = fc.record(
  {
    do: fc.constant('save' as const),
    item,
    title: value,
    body: value,
    slug,
    terms,
    status: fc.constantFrom('draft' as const, 'published' as const),
  },
  { requiredKeys: ['do', 'item'], noNullPrototype: true },
)

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('create' as const),
      slug: fc.option(slug),
      title,
      terms,
      isPublished: fc.boolean(),
    }),
  },
  { weight: 8, arbitrary: save as fc.Arbitrary<Step> },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('tag' as const), item, terms }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('schedule' as const),
      item,
      minutes: fc.oneof(minutes, fc.constant(-5)),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('schedule end' as const),
      item,
      minutes: fc.oneof(minutes, fc.constantFrom(-5, null)),
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'publish' as const,
        'publish' as const,
        'unpublish' as const,
        'unschedule' as const,
        'discard-draft' as const,
        'duplicate' as const,
      ),
      item,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('trash' as const, 'restore' as const, 'restore' as const, 'permanent' as const),
      item,
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('restore revision' as const), item, nth: fc.nat(5) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('pass' as const), minutes: fc.constantFrom(30, 61, 95, 200) }),
  },
)

const schedule = (at: number, later: number): Step => ({ do: 'schedule', item: at, minutes: later })
const end = (at: number, later: number): Step => ({ do: 'schedule end', item: at, minutes: later })
const change = (at: number, more: object = { title: 'Two' }): Step => ({ do: 'save', item: at, ...more })
const act = (at: number, what: 'publish' | 'unpublish' | 'discard-draft' | 'trash' | 'restore'): Step => ({
  do: what,
  item: at,
})
const pass = (later: number): Step => ({ do: 'pass', minutes: later })

/** values of every field */
const all = { title: 'One', body: 'Two' }

/** Ways into states that single steps seldom reach: `i` is whose life it is, `m` and `n` are minutes. */
const scene: fc.Arbitrary<Step[]> = fc
  .tuple(item, minutes, fc.constantFrom(30, 61, 95, 200), slug)
  .chain(([i, m, n, s]) =>
    fc.constantFrom<Step[]>(
      [act(i, 'publish'), change(i), schedule(i, m)],
      [act(i, 'publish'), change(i), schedule(i, m), act(i, 'discard-draft')],
      [act(i, 'publish'), change(i), act(i, 'unpublish'), schedule(i, m)],
      [act(i, 'publish'), change(i), act(i, 'unpublish'), schedule(i, m), act(i, 'discard-draft')],
      [schedule(i, m), act(i, 'trash'), pass(n), act(i, 'restore')],
      [act(i, 'publish'), change(i), schedule(i, m), act(i, 'trash'), pass(n), act(i, 'restore')],
      [schedule(i, m), act(i, 'trash'), act(i, 'restore'), pass(n)],
      [act(i, 'publish'), end(i, m), act(i, 'trash'), pass(n), act(i, 'restore')],
      [act(i, 'publish'), end(i, m), change(i), schedule(i, 30), pass(n), pass(61)],
      [schedule(i, 60), end(i, 90), pass(n)],
      // What is live is restored, or saved again, over a pending draft.
      [act(i, 'publish'), change(i), { do: 'restore revision', item: i, nth: 1 }],
      [act(i, 'publish'), change(i), schedule(i, m), { do: 'restore revision', item: i, nth: 1 }, pass(n)],
      [change(i, all), act(i, 'publish'), change(i, { body: null }), change(i, all)],
      [change(i, all), act(i, 'publish'), change(i, { body: null }), schedule(i, m), change(i, all), pass(n)],
      [change(i, all), { do: 'restore revision', item: i, nth: 0 }, change(i, all)],
      // A pending draft whose slug another item takes before its time.
      [
        act(i, 'publish'),
        change(i, { slug: s }),
        schedule(i, m),
        { do: 'create', slug: s, title: 'One', terms: [], isPublished: false },
        pass(200),
        pass(n),
      ],
    ),
  )

export const steps: fc.Arbitrary<Step[]> = fc
  .array(fc.oneof({ weight: 3, arbitrary: step.map((one) => [one]) }, { weight: 1, arbitrary: scene }), {
    minLength: 8,
    maxLength: 24,
    size: 'max',
  })
  // Nothing can happen before there is something.
  .map((parts) => [
    { do: 'create', slug: 's1', title: 'One', terms: [], isPublished: false },
    ...parts.flat(),
  ])

/** Every combination of what a collection can support in the life of its items. */
export const combinations: readonly Features[] = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => ({
  drafts: (bits & 1) !== 0,
  revisions: (bits & 2) !== 0,
  scheduling: (bits & 4) !== 0,
}))

export function namesOf(features: Features): string[] {
  return Object.entries(features).flatMap(([name, isOn]) => (isOn === true ? [name] : []))
}
