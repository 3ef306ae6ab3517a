/** Why what is in a control is no value (yet): a key of the texts of forms under `problems`. */
export type Problem = 'json' | 'number' | 'integer' | 'digits' | 'datetime' | 'gap'

/** What is in a control though it is no value: it is kept as it was typed, and never sent. */
export class Unread {
  readonly text: string
  readonly problem: Problem

  constructor(text: string, problem: Problem) {
    this.text = text
    this.problem = problem
  }

  /** forms compare what they hold by its JSON */
  toJSON(): unknown {
    return { unread: this.text }
  }
}

/** The first thing among some values that is none. */
export function unreadOf(values: Readonly<Record<string, unknown>>): Unread | undefined {
  return Object.values(values).find((value) => value instanceof Unread)
}
