/**
 * The life of items as specification 3 and decisions 3 tell it, in memory and without a thought of tables: what the
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

export interface Revision {
  kind: 'save' | 'publish'
  slug: string
  data: Data
}

export interface ModelItem {
  id: string
  status: 'draft' | 'published' | 'scheduled'
  isTrashed: boolean
  /** what visitors see of a published item, and the working values of others */
  slug: string
  data: Data
  pending: { slug: string; data: Data } | null
  wasPublished: boolean
  createdAt: string
  updatedAt: string
  liveUpdatedAt: string
  publishedAt: string | null
  scheduledAt: string | null
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
  readonly status?: 'draft' | 'published' | undefined
}

export class LifecycleModel {
  readonly features: Features
  items: ModelItem[] = []
  now = ''

  constructor(features: Features) {
    this.features = features
  }

  /** Runs a change of one item; when it is refused nothing has changed. Gives the outcome. */
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

  create(
    id: string,
    { slug, data, isPublished }: { slug: string; data: Data; isPublished: boolean },
  ): ModelItem {
    const { now } = this
    const item: ModelItem = {
      id,
      status: 'draft',
      isTrashed: false,
      slug,
      data,
      pending: null,
      wasPublished: isPublished,
      createdAt: now,
      updatedAt: now,
      liveUpdatedAt: now,
      publishedAt: isPublished ? now : null,
      scheduledAt: null,
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
  isWanted(slug: string, except: string): boolean {
    const staged = this.items.some((item) => item.id !== except && item.pending?.slug === slug)
    return staged || this.isTaken(slug, except)
  }

  save(item: ModelItem, { data, slug, status }: Save): void {
    refuseTrashed(item)
    const isSave = (data !== undefined && Object.keys(data).length > 0) || slug !== undefined
    const isLive = item.status === 'published'
    const goesToDraft = item.pending !== null || (isLive && this.features.drafts)
    if (isSave) {
      const isRefused = goesToDraft && slug !== item.slug ? 'isWanted' : 'isTaken'
      if (slug !== undefined && this[isRefused](slug, item.id)) throw new Refusal('409 DUPLICATE_SLUG')
      const before = item.pending ?? item
      const after = { slug: slug ?? before.slug, data: merged(before.data, data ?? {}) }
      if (goesToDraft) item.pending = after
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
    Object.assign(item, { status: 'draft', publishedAt: null })
    clearTime(item)
    this.#touch(item)
  }

  schedule(item: ModelItem, at: string): void {
    refuseTrashed(item)
    if (!this.features.scheduling || at <= this.now) throw new Refusal('400 VALIDATION_ERROR')
    if (item.status === 'published' && item.pending === null) throw new Refusal('409 CONFLICT')
    if (item.status !== 'published') item.status = 'scheduled'
    Object.assign(item, { scheduledAt: at, tryAt: at, failures: 0 })
    this.#touch(item)
  }

  unschedule(item: ModelItem): void {
    refuseTrashed(item)
    if (item.scheduledAt === null) return
    if (item.status === 'scheduled') item.status = 'draft'
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
    if (isDueLater) Object.assign(item, { tryAt: item.scheduledAt, failures: 0 })
    else {
      if (item.status === 'scheduled') item.status = 'draft'
      clearTime(item)
    }
    this.#touch(item)
  }

  deletePermanently(id: string): string {
    const item = this.items.find((candidate) => candidate.id === id)
    if (item?.isTrashed !== true) return '404 NOT_FOUND'
    this.items = this.items.filter((candidate) => candidate !== item)
    return '200'
  }

  /** Brings back all values of a revision, and its slug where nobody else has or wants it. */
  restoreRevision(item: ModelItem, { data, slug }: Revision): void {
    const all = Object.fromEntries(modelFields.map((field) => [field, data[field] ?? null]))
    const isKept = slug === working(item).slug || this.isWanted(slug, item.id)
    this.save(item, { data: all, slug: isKept ? undefined : slug })
  }

  /** What the scheduler does when it looks now; an item that cannot be published waits, longer each time. */
  publishDue(): void {
    const due = this.items.filter(({ tryAt }) => tryAt !== null && tryAt <= this.now)
    for (const { id } of due.toSorted((a, b) => ((a.tryAt ?? '') < (b.tryAt ?? '') ? -1 : 1))) {
      const outcome = this.change(id, (item) => this.publish(item, item.scheduledAt ?? this.now))
      if (outcome === '200') continue
      const item = this.items.find((candidate) => candidate.id === id) as ModelItem
      const pause = Math.min(3_600_000, 5000 * 2 ** item.failures++)
      item.tryAt = new Date(Date.parse(this.now) + pause).toISOString()
    }
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

  #keep(item: ModelItem, kind: Revision['kind'], { slug, data }: { slug: string; data: Data }): void {
    if (this.features.revisions) item.revisions.unshift({ kind, slug, data })
  }
}

/** What the editors of an item see. */
export function working(item: ModelItem): { slug: string; data: Data } {
  return item.pending ?? item
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
