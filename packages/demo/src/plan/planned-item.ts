import type { ItemFile } from '../content/item-file.ts'
import type { Data } from '../content/values.ts'

/** An operation on an item, with its time. */
export type Step =
  | {
      readonly kind: 'create'
      readonly at: Date
      readonly data: Data
      readonly status: 'draft' | 'published'
      /** keys of planned terms by taxonomy; a translation without `terms` gets those of its source */
      readonly terms?: Readonly<Record<string, readonly string[]>>
    }
  | { readonly kind: 'save'; readonly at: Date; readonly data: Data }
  /** schedules a publication at the time `until` */
  | { readonly kind: 'schedule'; readonly at: Date; readonly until: Date }
  | { readonly kind: 'publish' | 'trash'; readonly at: Date }

export type State = ItemFile['state']

export interface PlannedItem {
  readonly key: string
  readonly collection: string
  readonly state: State
  /** the operations on the item, in order */
  readonly steps: readonly Step[]
  /** the locale; by default the first language of the demo */
  readonly locale?: string
  /** key of the item that this one translates */
  readonly translationOf?: string
}

const dayMilliseconds = 86_400_000
const hourMilliseconds = 3_600_000

interface History {
  readonly state: State
  /** when it was published or last edited; for a scheduled item, when it will be published */
  readonly at: Date
  readonly data: Data
  /** the values before it was finished */
  readonly firstDraft: Data
  /** the values that were changed after the publication */
  readonly change: Data
  /** when a pending draft is to go live */
  readonly until?: Date | undefined
}

/** The operations that bring an item into its state, at plausible times, none of them in the future. */
export function stepsOf({ state, at, data, firstDraft, change, until }: History, now: Date): Step[] {
  const past = (time: number): Date => new Date(Math.min(time, now.getTime() - hourMilliseconds))
  const published: Step = { kind: 'create', at: past(at.getTime()), data, status: 'published' }
  const changedAt = past(at.getTime() + 9 * dayMilliseconds)
  switch (state) {
    case 'published':
      return [published]
    case 'pending': {
      const changed: Step[] = [published, { kind: 'save', at: changedAt, data: change }]
      return until === undefined
        ? changed
        : [...changed, { kind: 'schedule', at: past(now.getTime()), until }]
    }
    case 'trashed':
      return [published, { kind: 'trash', at: past(at.getTime() + 30 * dayMilliseconds) }]
    case 'draft':
      return [{ kind: 'create', at: past(at.getTime()), data, status: 'draft' }]
    case 'scheduled':
      return [
        { kind: 'create', at: past(now.getTime() - 3 * dayMilliseconds), data, status: 'draft' },
        { kind: 'schedule', at: past(now.getTime() - 2 * hourMilliseconds), until: at },
      ]
    case 'revised':
      return [
        { kind: 'create', at: past(at.getTime() - 5 * dayMilliseconds), data: firstDraft, status: 'draft' },
        { kind: 'save', at: past(at.getTime() - 2 * dayMilliseconds), data },
        { kind: 'publish', at: past(at.getTime()) },
        { kind: 'save', at: changedAt, data: change },
        { kind: 'publish', at: changedAt },
      ]
  }
}
