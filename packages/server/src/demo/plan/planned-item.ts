/** Stands for the id of an item that is made before. */
export class Ref {
  /** key of the planned item */
  readonly key: string

  constructor(key: string) {
    this.key = key
  }
}

/** Stands for the value of an image or file field: a file of the media library that is made before. */
export class Media {
  /** key of the planned file */
  readonly key: string

  constructor(key: string) {
    this.key = key
  }
}

export type Data = Readonly<Record<string, unknown>>

/** What is done with an item, one operation after the other, each at its time. */
export type Step =
  | {
      readonly kind: 'create'
      readonly at: Date
      readonly data: Data
      readonly status: 'draft' | 'published'
    }
  | { readonly kind: 'save'; readonly at: Date; readonly data: Data }
  | { readonly kind: 'schedule'; readonly at: Date; readonly until: Date }
  | { readonly kind: 'publish' | 'trash'; readonly at: Date }
  | {
      readonly kind: 'terms'
      readonly at: Date
      readonly taxonomy: string
      /** keys of planned terms */
      readonly terms: readonly string[]
    }

export type State = 'published' | 'revised' | 'pending' | 'draft' | 'scheduled' | 'trashed'

/** One that changes the item itself, and with it its version. */
export type Change = Exclude<Step, { kind: 'terms' }>

export function isChange(step: Step): step is Change {
  return step.kind !== 'terms'
}

export interface PlannedItem {
  readonly key: string
  readonly collection: string
  readonly state: State
  readonly steps: readonly Step[]
  /** the locale it is in; the first language of the demo unless said */
  readonly locale?: string
  /** key of the item that this one translates */
  readonly translationOf?: string
}

/** When the demo is made, and how long its site seems to have been there. */
export interface Calendar {
  readonly now: Date
  /** the time `days` after now, before it when negative, at an hour of the morning that follows from the day */
  morning(days: number): Date
}

const day = 86_400_000
const hour = 3_600_000

export function calendarFrom(now: Date): Calendar {
  return {
    now,
    morning: (days) => {
      const date = new Date(now.getTime() + days * day)
      const minutes = 6 * 60 + (Math.abs(Math.round(days * 37)) % 200)
      date.setUTCHours(0, minutes, 0, 0)
      return date
    },
  }
}

interface Life {
  readonly state: State
  /** when it was published, or last worked on; for what is scheduled, when it will be */
  readonly at: Date
  readonly data: Data
  /** what it was like before it was finished */
  readonly firstDraft?: Data
  /** what was changed after it was published */
  readonly change?: Data
  /** when a pending draft is to go live */
  readonly until?: Date | undefined
}

/** The operations that bring an item into a state by way of believable times, none of them in the future. */
export function stepsOf(
  { state, at, data, firstDraft = data, change = {}, until }: Life,
  { now }: Calendar,
): Step[] {
  const past = (time: number): Date => new Date(Math.min(time, now.getTime() - hour))
  const published: Step = { kind: 'create', at: past(at.getTime()), data, status: 'published' }
  const changedAt = past(at.getTime() + 9 * day)
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
      return [published, { kind: 'trash', at: past(at.getTime() + 30 * day) }]
    case 'draft':
      return [{ kind: 'create', at: past(at.getTime()), data, status: 'draft' }]
    case 'scheduled':
      return [
        { kind: 'create', at: past(now.getTime() - 3 * day), data, status: 'draft' },
        { kind: 'schedule', at: past(now.getTime() - 2 * hour), until: at },
      ]
    case 'revised':
      return [
        { kind: 'create', at: past(at.getTime() - 5 * day), data: firstDraft, status: 'draft' },
        { kind: 'save', at: past(at.getTime() - 2 * day), data },
        { kind: 'publish', at: past(at.getTime()) },
        { kind: 'save', at: changedAt, data: change },
        { kind: 'publish', at: changedAt },
      ]
  }
}
