/** Why the text of a control is not a valid value (yet): a key of the texts of forms under `problems`. */
export type Problem = 'json' | 'number' | 'integer' | 'digits' | 'datetime' | 'gap'

/** Text in a control that is not a valid value: it is kept as typed, and never sent. */
export class Unread {
  readonly text: string
  readonly problem: Problem

  constructor(text: string, problem: Problem) {
    this.text = text
    this.problem = problem
  }

  /** Forms compare their values as JSON. */
  toJSON(): unknown {
    return { unread: this.text }
  }
}

/** The first invalid text among some values. */
export function unreadOf(values: Readonly<Record<string, unknown>>): Unread | undefined {
  return Object.values(values).find((value) => value instanceof Unread)
}
