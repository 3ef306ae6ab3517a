/** A statement as the driver takes it. */
export interface Query {
  readonly text: string
  readonly values?: unknown[]
  readonly name?: string
}

/** A statement that is not prepared: behind a pooler the next transaction can have another connection. */
export function withoutName({ text, values }: Query): Query {
  return values === undefined ? { text } : { text, values }
}
