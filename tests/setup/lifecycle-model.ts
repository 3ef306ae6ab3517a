/**
 * The life cycle of items (docs/content.md, "Live and latest") as a model in memory: what the
 * service is held against.
 */

export interface Features {
  readonly drafts: boolean
  readonly revisions: boolean
  readonly scheduling: boolean
}

/** all of them strings, none required */
export const modelFields = ['title', 'body'] as const

export type Data = Readonly<Record<string, string>>

/** names of the terms that there are, all of one taxonomy */
export const modelTerms = ['clay', 'glass', 'wood'] as const

/** What of an item goes live together; the terms in the order of their names. */
export interface Version {
  slug: string
  data: Data
  terms: readonly string[]
}

export interface Revision extends Version {
  kind: 'save' | 'publish'
}

/** With the version that visitors see of a published item, and its editors of others. */
export interface ModelItem extends Version {
  id: string
  status: 'draft' | 'published' | 'scheduled'
  isTrashed: boolean
  pending: Version | null
  wasPublished: boolean
  createdAt: string
  updatedAt: string
  liveUpdatedAt: string
  publishedAt: string | null
  scheduledAt: string | null
  unpublishAt: string | null
  /** when the scheduler looks at it (again), and how often it failed */
  tryAt: string | null
  failures: number
  revisions: Revision[]
  /** rises with every change */
  changes: number
}

/** How an operation is refused: `409 CONFLICT`. */
export class Refusal extends Error {}

export interface Save {
  readonly data?: Readonly<Record<string, string | null>> | undefined
  readonly slug?: string | undefined
  readonly terms?: readonly string[] | undefined
  readonly status?: 'draft' | 'published' | undefined
}

export class LifecycleModel {
  readonly features: Features
  items: ModelItem[] = []
  now = ''

  constructor(features: Features) {
    this.features = features
  }

  /** Runs a change of one item; when it is refused nothing has changed. Returns the outcome. */
  change(id: string, work: (item: ModelItem) => void): string {
    const index = this.items.findIndex((item) => item.id === id)
    const item = this.items[index]
    if (item === undefined) return '404 NOT_FOUND'
    const copy = structuredClone(item)
    try {
      work(copy)
    } catch (error) {
      if (error instanceof Refusal) return error.message
      throw error
    }
    this.items[index] = copy
    return '200'
  }

  create(id: string, { slug, data, terms, isPublished }: Version & { isPublished: boolean }): ModelItem {
    const { now } = this
    const item: ModelItem = {
      id,
      status: 'draft',
      isTrashed: false,
      slug,
      data,
      terms,
      pending: null,
      wasPublished: isPublished,
      createdAt: now,
      updatedAt: now,
      liveUpdatedAt: now,
      publishedAt: isPublished ? now : null,
      scheduledAt: null,
      unpublishAt: null,
      tryAt: null,
      failures: 0,
      revisions: [],
      changes: 1,
    }
    if (isPublished) item.status = 'published'
    this.#keep(item, isPublished ? 'publish' : 'save', item)
    this.items.push(item)
    return item
  }

  isTaken(slug: string, except?: string): boolean {
    return this.items.some((item) => item.id !== except && item.slug === slug)
  }

  /** Taken by an item, or wanted by the pending draft of one. */
  isWanted(slug: string, except?: string): boolean {
    const staged = this.items.some((item) => item.id !== except && item.pending?.slug === slug)
    return staged || this.isTaken(slug, except)
  }

  save(item: ModelItem, { data, slug, terms, status }: Save): void {
    refuseTrashed(item)
    const { goesToDraft, isLive } = this.#destination(item)
    const after = saved(item, { data, slug, terms })
    // A save that changes nothing is none.
    const isSave = !isSame(after, working(item))
    if (isSave) {
      this.#refuseTaken(item, slug)
      const isLiveAgain = goesToDraft && isSame(after, item)
      // Neither publishing in the same request nor a schedule is taken back by this.
      if (isLiveAgain && status !== 'published' && item.scheduledAt === null) item.pending = null
      else if (goesToDraft) item.pending = after
      else Object.assign(item, after)
      this.#touch(item, isLive && !goesToDraft)
      // Publishing in the same request leaves the one revision of both.
      if (status !== 'published') this.#keep(item, isLive && !goesToDraft ? 'publish' : 'save', after)
    }
    if (status === 'published') {
      if (isSave && isLive && !goesToDraft) this.#keep(item, 'publish', item)
      else this.publish(item)
    }
    if (status === 'draft') this.unpublish(item)
  }

  #destination(item: ModelItem): { goesToDraft: boolean; isLive: boolean } {
    const isLive = item.status === 'published'
    return { goesToDraft: item.pending !== null || (isLive && this.features.drafts), isLive }
  }

  #refuseTaken(item: ModelItem, slug: string | undefined): void {
    if (slug === undefined || slug === item.slug) return
    if (this.isWanted(slug, item.id)) throw new Refusal('409 DUPLICATE_SLUG')
  }

  publish(item: ModelItem, at = this.now): void {
    refuseTrashed(item)
    if (item.status === 'published' && item.pending === null) return
    if (item.pending !== null) {
      if (this.isTaken(item.pending.slug, item.id)) throw new Refusal('409 DUPLICATE_SLUG')
      Object.assign(item, item.pending)
    }
    Object.assign(item, {
      status: 'published',
      pending: null,
      wasPublished: true,
      publishedAt: item.publishedAt ?? at,
    })
    clearTime(item)
    this.#touch(item, true)
    this.#keep(item, 'publish', item)
  }

  unpublish(item: ModelItem): void {
    refuseTrashed(item)
    if (item.status === 'draft') return
    Object.assign(item, { status: 'draft', unpublishAt: null })
    clearTime(item)
    this.#touch(item)
  }

  schedule(item: ModelItem, at: string): void {
    refuseTrashed(item)
    const isTooLate = item.unpublishAt !== null && item.unpublishAt <= at
    if (!this.features.scheduling || at <= this.now || isTooLate) throw new Refusal('400 VALIDATION_ERROR')
    if (item.status === 'published' && item.pending === null) throw new Refusal('409 CONFLICT')
    if (item.status !== 'published') item.status = 'scheduled'
    Object.assign(item, { scheduledAt: at, tryAt: at, failures: 0 })
    this.#touch(item)
  }

  /** Takes the item off the site at a time; null cancels that. */
  scheduleEnd(item: ModelItem, at: string | null): void {
    refuseTrashed(item)
    const isTooEarly =
      at !== null && (at <= this.now || (item.scheduledAt !== null && at <= item.scheduledAt))
    if (!this.features.scheduling || isTooEarly) throw new Refusal('400 VALIDATION_ERROR')
    if (at !== null && item.status === 'draft') throw new Refusal('409 CONFLICT')
    if (at === null && item.unpublishAt === null && item.scheduledAt === null) return
    item.unpublishAt = at
    this.#touch(item)
  }

  unschedule(item: ModelItem): void {
    refuseTrashed(item)
    if (item.scheduledAt === null && item.unpublishAt === null) return
    if (item.status === 'scheduled') item.status = 'draft'
    item.unpublishAt = null
    clearTime(item)
    this.#touch(item)
  }

  discard(item: ModelItem): void {
    refuseTrashed(item)
    if (!item.wasPublished) throw new Refusal('409 CONFLICT')
    if (item.pending === null) return
    item.pending = null
    if (item.status === 'published') clearTime(item)
    this.#touch(item)
  }

  trash(item: ModelItem): void {
    refuseTrashed(item)
    Object.assign(item, { isTrashed: true, tryAt: null })
    this.#touch(item)
  }

  restore(item: ModelItem): void {
    if (!item.isTrashed) throw new Refusal('404 NOT_FOUND')
    item.isTrashed = false
    const isDueLater = item.scheduledAt !== null && item.scheduledAt > this.now
    const isOver = item.unpublishAt !== null && item.unpublishAt <= this.now
    if (isOver) item.status = 'draft'
    if (isDueLater) Object.assign(item, { tryAt: item.scheduledAt, failures: 0 })
    else {
      if (item.status === 'scheduled') item.status = 'draft'
      clearTime(item)
    }
    if (item.status === 'draft') item.unpublishAt = null
    this.#touch(item)
  }

  deletePermanently(id: string): string {
    const item = this.items.find((candidate) => candidate.id === id)
    if (item?.isTrashed !== true) return '404 NOT_FOUND'
    this.items = this.items.filter((candidate) => candidate !== item)
    return '200'
  }

  /**
   * Brings back all values of a revision, and its slug where nobody else has or wants it. Always leaves a revision; what
   * is exactly what was published last leaves no pending draft, as if it had been discarded.
   */
  restoreRevision(item: ModelItem, revision: Revision): void {
    refuseTrashed(item)
    const isKept = revision.slug === working(item).slug || this.isWanted(revision.slug, item.id)
    const slug = isKept ? undefined : revision.slug
    const { goesToDraft, isLive } = this.#destination(item)
    const all = Object.fromEntries(modelFields.map((field) => [field, revision.data[field] ?? null]))
    const after = saved(item, { data: all, slug, terms: revision.terms })
    this.#refuseTaken(item, slug)
    if (goesToDraft && isSame(after, item)) {
      item.pending = null
      if (isLive) clearTime(item)
    } else if (goesToDraft) item.pending = after
    else Object.assign(item, after)
    this.#touch(item, isLive && !goesToDraft)
    this.#keep(item, isLive && !goesToDraft ? 'publish' : 'save', after)
  }

  /** What the scheduler does when it looks now; an item that cannot be published waits, longer each time. */
  publishDue(): void {
    const due = this.items.filter(({ tryAt }) => tryAt !== null && tryAt <= this.now)
    for (const { id } of due.toSorted((a, b) => ((a.tryAt ?? '') < (b.tryAt ?? '') ? -1 : 1))) {
      const outcome = this.change(id, (item) => {
        if (item.unpublishAt !== null && item.unpublishAt <= this.now) this.unpublish(item)
        else this.publish(item, item.scheduledAt ?? this.now)
      })
      if (outcome === '200') continue
      const item = this.items.find((candidate) => candidate.id === id) as ModelItem
      const pause = Math.min(3_600_000, 5000 * 2 ** item.failures++)
      item.tryAt = new Date(Date.parse(this.now) + pause).toISOString()
    }
  }

  unpublishDue(): void {
    for (const { id, unpublishAt, isTrashed } of this.items)
      if (!isTrashed && unpublishAt !== null && unpublishAt <= this.now)
        this.change(id, (item) => this.unpublish(item))
  }

  /** Two that are due at the same moment and want the same slug: either may get it. */
  isOutcomeOpen(now: string): boolean {
    const due = this.items.filter(({ tryAt }) => tryAt !== null && tryAt <= now)
    const wants = due.map((item) => `${item.tryAt} ${working(item).slug}`)
    return new Set(wants).size < wants.length
  }

  #touch(item: ModelItem, isLive = false): void {
    item.updatedAt = this.now
    if (isLive) item.liveUpdatedAt = this.now
    item.changes++
  }

  #keep(item: ModelItem, kind: Revision['kind'], { slug, data, terms }: Version): void {
    if (this.features.revisions) item.revisions.unshift({ kind, slug, data, terms })
  }
}

/** What the editors of an item see. */
export function working(item: ModelItem): Version {
  return item.pending ?? item
}

/** What the editors of an item would see after a save. */
function saved(item: ModelItem, { data = {}, slug, terms }: Save): Version {
  const before = working(item)
  return { slug: slug ?? before.slug, data: merged(before.data, data), terms: terms ?? before.terms }
}

export function isSame(one: Version, other: Version): boolean {
  const isSameData = modelFields.every((field) => one.data[field] === other.data[field])
  return isSameData && one.slug === other.slug && one.terms.join() === other.terms.join()
}

function refuseTrashed({ isTrashed }: ModelItem): void {
  if (isTrashed) throw new Refusal('404 NOT_FOUND')
}

function clearTime(item: ModelItem): void {
  Object.assign(item, { scheduledAt: null, tryAt: null, failures: 0 })
}

function merged(before: Data, changes: Readonly<Record<string, string | null>>): Data {
  const after = Object.entries({ ...before, ...changes }).filter(([, value]) => value !== null)
  return Object.fromEntries(after) as Data
}
