// @module-tag long
import { isAnythingDue, publications, unpublications } from '@octavo/server/content/items/scheduled'
import { publishAllDue } from '@octavo/server/maintenance/jobs/scheduler'
import { unpublishAllDue } from '@octavo/server/maintenance/jobs/unpublisher'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, outcome } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import {
  type Data,
  isSame,
  LifecycleModel,
  type ModelItem,
  modelFields,
  modelTerms,
  working,
} from '../setup/lifecycle-model.ts'
import { combinations, namesOf, type Step, steps } from '../setup/lifecycle-steps.ts'
import { type Answer, engines, startService, type TestService } from '../setup/service.ts'
import { make } from '../setup/site.ts'
import type { Any } from '../setup/json.ts'

/** One life on a service, beside the model of it. */
class Life {
  readonly #service: TestService
  readonly #collection: string
  readonly #reader: string
  readonly #model: LifecycleModel
  readonly #termIds: ReadonlyMap<string, string>
  readonly #revs = new Map<string, { changes: number; rev: string }>()
  #count = 0

  constructor(
    service: TestService,
    {
      collection,
      reader,
      termIds,
    }: { collection: string; reader: string; termIds: ReadonlyMap<string, string> },
    model: LifecycleModel,
  ) {
    this.#service = service
    this.#termIds = termIds
    this.#collection = collection
    this.#reader = reader
    this.#model = model
  }

  #ask(method: string, path: string, body?: unknown, token = this.#service.token): Promise<Answer> {
    return this.#service.ask(method, `/content/${this.#collection}${path}`, {
      token,
      ...(body !== undefined && { body }),
    })
  }

  async run(step: Step): Promise<void> {
    this.#service.clock.forward(1)
    this.#model.now = this.#service.clock.now.toISOString()
    if (step.do === 'create') return this.#create(step)
    if (step.do === 'pass') return this.#pass(step.minutes)
    const { items } = this.#model
    const item = items[step.item % Math.max(1, items.length)]
    if (item === undefined) return undefined
    const [expected, answer] = await this.#runOn(item, step)
    expect([step, outcome(answer)]).toEqual([step, expected])
    return this.check(item.id)
  }

  async #runOn(
    item: ModelItem,
    step: Exclude<Step, { do: 'create' | 'pass' }>,
  ): Promise<[expected: string, Answer]> {
    const model = this.#model
    const { id } = item
    switch (step.do) {
      case 'save': {
        const { title, body, slug, terms, status } = step
        const data = { ...(title !== undefined && { title }), ...(body !== undefined && { body }) }
        const save = { data, ...(slug !== undefined && { slug }), ...(status !== undefined && { status }) }
        const expected = model.change(id, (copy) => model.save(copy, { ...save, terms }))
        const sent = terms === undefined ? save : { ...save, terms: this.#given(terms) }
        return [expected, await this.#ask('PUT', `/${id}`, sent)]
      }
      case 'tag': {
        const { terms } = step
        const termIds = this.#given(terms)['topics']
        return [
          model.change(id, (copy) => model.save(copy, { terms })),
          await this.#ask('POST', `/${id}/terms/topics`, { termIds }),
        ]
      }
      case 'schedule': {
        // No two items are due at the same moment: which of them goes live first would be open.
        const at = new Date(Date.parse(model.now) + step.minutes * 60_000 + ++this.#count).toISOString()
        return [
          model.change(id, (copy) => model.schedule(copy, at)),
          await this.#ask('POST', `/${id}/schedule`, { scheduledAt: at }),
        ]
      }
      case 'schedule end': {
        const at = step.minutes === null ? null : new Date(Date.parse(model.now) + step.minutes * 60_000)
        const unpublishAt = at === null ? null : at.toISOString()
        return [
          model.change(id, (copy) => model.scheduleEnd(copy, unpublishAt)),
          await this.#ask('POST', `/${id}/schedule`, { unpublishAt }),
        ]
      }
      case 'publish':
        return [model.change(id, (copy) => model.publish(copy)), await this.#ask('POST', `/${id}/publish`)]
      case 'unpublish':
        return [
          model.change(id, (copy) => model.unpublish(copy)),
          await this.#ask('POST', `/${id}/unpublish`),
        ]
      case 'unschedule':
        return [
          model.change(id, (copy) => model.unschedule(copy)),
          await this.#ask('POST', `/${id}/unschedule`),
        ]
      case 'discard-draft':
        return [
          model.change(id, (copy) => model.discard(copy)),
          await this.#ask('POST', `/${id}/discard-draft`),
        ]
      case 'trash':
        return [model.change(id, (copy) => model.trash(copy)), await this.#ask('DELETE', `/${id}`)]
      case 'restore':
        return [model.change(id, (copy) => model.restore(copy)), await this.#ask('POST', `/${id}/restore`)]
      case 'permanent':
        return [model.deletePermanently(id), await this.#ask('DELETE', `/${id}/permanent`)]
      case 'duplicate':
        return this.#duplicate(item)
      case 'restore revision':
        return this.#restoreRevision(item, step.nth)
    }
  }

  /** Terms as a request names them, in another order than they are answered. */
  #given(terms: readonly string[]): Record<string, (string | undefined)[]> {
    return { topics: terms.map((name) => this.#termIds.get(name)).toReversed() }
  }

  #namesIn(terms: Readonly<Record<string, readonly string[]>>): Shown {
    const names = new Map([...this.#termIds].map(([name, id]) => [id, name]))
    return Object.fromEntries(
      Object.entries(terms).map(([taxonomy, ids]) => [taxonomy, ids.map((id) => names.get(id))]),
    )
  }

  async #create({ slug, title, terms, isPublished }: Extract<Step, { do: 'create' }>): Promise<void> {
    const data = { title }
    const answer = await this.#ask('POST', '', {
      data,
      ...(slug !== null && { slug }),
      terms: this.#given(terms),
      status: isPublished ? 'published' : 'draft',
    })
    if (slug !== null && this.#model.isWanted(slug)) return expect(outcome(answer)).toBe('409 DUPLICATE_SLUG')
    const { item } = dataOf(answer, 201)
    if (slug === null) this.#expectFree(item.slug, title.toLowerCase())
    this.#model.create(item.id, { slug: slug ?? item.slug, data, terms, isPublished })
    return this.check(item.id)
  }

  #expectFree(slug: string, base: string): void {
    expect(slug).toMatch(new RegExp(`^${base}(-\\d+)?$`))
    expect(this.#model.isTaken(slug)).toBe(false)
  }

  async #duplicate(item: ModelItem): Promise<[string, Answer]> {
    const answer = await this.#ask('POST', `/${item.id}/duplicate`)
    if (item.isTrashed) return ['404 NOT_FOUND', answer]
    const copy = dataOf(answer, 201).item
    const { data, terms } = working(item)
    const { title } = data
    if (title !== undefined)
      this.#expectFree(
        copy.slug,
        `${title
          .toLowerCase()
          .replaceAll(/[^a-z]+/g, '-')
          .replace(/-$/, '')}-copy`,
      )
    const copied: Data = title === undefined ? data : { ...data, title: `${title} (Copy)` }
    this.#model.create(copy.id, { slug: copy.slug, data: copied, terms, isPublished: false })
    await this.check(copy.id)
    return ['201', answer]
  }

  async #restoreRevision(item: ModelItem, nth: number): Promise<[string, Answer]> {
    const list = await this.#ask('GET', `/${item.id}/revisions`)
    if (item.isTrashed) return ['404 NOT_FOUND', list]
    const revision = item.revisions[nth % Math.max(1, item.revisions.length)]
    if (revision === undefined) return ['400 VALIDATION_ERROR', list]
    const { id } = dataOf(list).items[item.revisions.indexOf(revision)]
    const expected = this.#model.change(item.id, (copy) => this.#model.restoreRevision(copy, revision))
    return [expected, await this.#service.ask('POST', `/revisions/${id}/restore`)]
  }

  async #pass(minutes: number): Promise<void> {
    const { clock, services } = this.#service
    const later = new Date(clock.now.getTime() + minutes * 60_000)
    if (this.#model.isOutcomeOpen(later.toISOString())) return
    clock.now = later
    const now = (this.#model.now = later.toISOString())
    // The service's own scheduler may hold an item at this moment: then it is done when nothing is due any more.
    do await publishAllDue(services)
    while (await isAnythingDue({ db: services.database.reader, now }, publications))
    this.#model.publishDue()
    do await unpublishAllDue(services)
    while (await isAnythingDue({ db: services.database.reader, now }, unpublications))
    this.#model.unpublishDue()
    for (const { id } of this.#model.items) await this.check(id)
  }

  /** Compares all that can be seen of an item with the model. */
  async check(id: string): Promise<void> {
    const item = this.#model.items.find((candidate) => candidate.id === id)
    const [latest, live, compared, history] = await Promise.all([
      this.#ask('GET', `/${id}?include=terms`),
      this.#ask('GET', `/${id}?include=terms`, undefined, this.#reader),
      this.#ask('GET', `/${id}/compare`),
      this.#ask('GET', `/${id}/revisions`),
    ])
    if (item === undefined || item.isTrashed) {
      expect([latest, live, compared, history].map(outcome)).toEqual(Array(4).fill('404 NOT_FOUND'))
      return
    }
    const { status, publishedAt, scheduledAt, createdAt, pending } = item
    const shared = { id, status, createdAt, publishedAt }
    const wanted = {
      ...shared,
      ...working(item),
      scheduledAt,
      unpublishAt: item.unpublishAt,
      updatedAt: item.updatedAt,
      hasPendingDraft: pending !== null,
    }
    expect(picked(dataOf(latest).item)).toEqual(picked(wanted))
    this.#checkRev(item, dataOf(latest)._rev)
    const isLive = status === 'published'
    expect(isLive ? picked(dataOf(live).item) : outcome(live)).toEqual(
      isLive
        ? picked({ ...shared, ...item, scheduledAt: null, unpublishAt: null, updatedAt: item.liveUpdatedAt })
        : '404 NOT_FOUND',
    )
    const { terms: named, changed, _rev, ...comparedData } = dataOf(compared)
    const expected = comparison(item)
    expect({ ...comparedData, terms: mapped(named, (terms) => this.#namesIn(terms)) }).toEqual(expected)
    expect(changed.map(({ field }: { field: string }) => field).toSorted()).toEqual(namesOfChanges(expected))
    expect(dataOf(latest)._rev.startsWith(_rev)).toBe(true)
    await this.#checkTerms(item, [dataOf(latest).item.terms, isLive ? dataOf(live).item.terms : null])
    await this.#checkHistory(item, history)
  }

  async #checkTerms(item: ModelItem, [latest, live]: readonly [TermIds, TermIds | null]): Promise<void> {
    const ofReader = await this.#ask('GET', `/${item.id}/terms/topics`, undefined, this.#reader)
    expect(this.#namesIn(latest)).toEqual({ topics: working(item).terms })
    if (live === null) expect(outcome(ofReader)).toBe('404 NOT_FOUND')
    else {
      expect(this.#namesIn(live)).toEqual({ topics: item.terms })
      expect(dataOf(ofReader).items.map(({ slug }: Shown) => slug)).toEqual(item.terms)
    }
    const counted = dataOf(await this.#service.ask('GET', '/taxonomies/topics/terms')).items
    const published = this.#model.items.filter(
      ({ status, isTrashed }) => status === 'published' && !isTrashed,
    )
    expect(counted.map(({ slug, count }: Shown) => [slug, count])).toEqual(
      modelTerms.map((name) => [name, published.filter(({ terms }) => terms.includes(name)).length]),
    )
  }

  #checkRev({ id, changes }: ModelItem, rev: string): void {
    const known = this.#revs.get(id)
    if (known !== undefined) expect(rev === known.rev).toBe(changes === known.changes)
    this.#revs.set(id, { changes, rev })
  }

  async #checkHistory(item: ModelItem, history: Answer): Promise<void> {
    const forReader = await this.#ask('GET', `/${item.id}/revisions`, undefined, this.#reader)
    const isLive = item.status === 'published'
    if (!this.#model.features.revisions) {
      expect(outcome(history)).toBe('400 VALIDATION_ERROR')
      expect(outcome(forReader)).toBe(isLive ? '400 VALIDATION_ERROR' : '404 NOT_FOUND')
      return
    }
    const { items, total } = dataOf(history)
    expect(total).toBe(item.revisions.length)
    const shown = (revision: Shown) => ({
      ...revisionOf(revision),
      terms: this.#namesIn(revision['terms'] as TermIds)['topics'],
    })
    expect(items.map(shown)).toEqual(item.revisions)
    if (!isLive) return expect(outcome(forReader)).toBe('404 NOT_FOUND')
    expect(dataOf(forReader).items.map(shown)).toEqual([
      { kind: 'publish', slug: item.slug, data: item.data, terms: item.terms },
    ])
  }
}

type Shown = Record<string, unknown>
type TermIds = Readonly<Record<string, readonly string[]>>

function mapped(
  { live, draft }: { live: TermIds | null; draft: TermIds | null },
  of: (terms: TermIds) => Shown,
): Shown {
  return { live: live && of(live), draft: draft && of(draft) }
}

const shownKeys = ['id', 'status', 'slug', 'data', 'createdAt', 'updatedAt', 'publishedAt', 'scheduledAt']

function picked(item: Shown): Shown {
  const pending = 'hasPendingDraft' in item ? { hasPendingDraft: item['hasPendingDraft'] } : {}
  const unpublishAt = item['unpublishAt'] ?? null
  return { ...Object.fromEntries(shownKeys.map((key) => [key, item[key]])), unpublishAt, ...pending }
}

function revisionOf({ kind, slug, data }: Shown): Shown {
  return { kind, slug, data }
}

function comparison(item: ModelItem): Shown {
  const { pending, slug, data } = item
  if (item.status !== 'published') {
    const draft = working(item)
    const terms = { live: null, draft: { topics: draft.terms } }
    return { hasChanges: true, live: null, draft: draft.data, slug: { live: null, draft: draft.slug }, terms }
  }
  return {
    hasChanges: pending !== null && !isSame(pending, item),
    live: data,
    draft: pending?.data ?? null,
    slug: { live: slug, draft: pending?.slug ?? null },
    terms: { live: { topics: item.terms }, draft: pending && { topics: pending.terms } },
  }
}

/** The names of what differs between the two versions of a comparison, in the order of the alphabet. */
function namesOfChanges({ live, draft, slug, terms }: Any): string[] {
  if (draft === null) return []
  const from: Shown = { ...live, slug: slug.live, 'terms.topics': terms.live?.topics ?? [] }
  const to: Shown = { ...draft, slug: slug.draft, 'terms.topics': terms.draft.topics }
  const names = new Set([...Object.keys(from), ...Object.keys(to)])
  const isOther = (name: string) => JSON.stringify(from[name] ?? null) !== JSON.stringify(to[name] ?? null)
  return [...names].filter(isOther).toSorted()
}

/** the other tables that items are in */
const ofItems = ['revisions', 'schedules', 'unpublish_schedules', 'term_assignments']

describe.each(engines)('lives on %s', (engine) => {
  let service: TestService
  let reader: string
  const termIds = new Map<string, string>()
  const collections: string[] = []

  beforeAll(async () => {
    service = await startService(engine)
    reader = (await service.person(10, ['content:read'])).token
    await make(service, '/taxonomies', { name: 'topics', label: 'Topics' })
    for (const slug of modelTerms)
      termIds.set(slug, (await make(service, '/taxonomies/topics/terms', { slug, label: slug })).id)
  })
  afterAll(() => service.close())

  it.each(combinations)('drafts $drafts, revisions $revisions, scheduling $scheduling', async (features) => {
    const collection = `life_${namesOf(features).join('_')}`
    const fields = modelFields.map((slug) => ({ slug, type: 'string' }))
    await makeCollection(service, collection, { supports: namesOf(features), fields })
    collections.push(collection)
    dataOf(await service.ask('PUT', '/taxonomies/topics', { body: { collections } }))
    await fc.assert(
      fc
        .asyncProperty(steps, async (life) => {
          const one = new Life(service, { collection, reader, termIds }, new LifecycleModel(features))
          for (const step of life) await one.run(step)
        })
        .beforeEach(async () => {
          await service.services.database.transaction('write', async (tx) => {
            for (const table of [...collections.map((slug) => `content_${slug}`), ...ofItems])
              await tx.run(`DELETE FROM ${table}`, [])
          })
        }),
      { numRuns: 8 },
    )
  })
})
