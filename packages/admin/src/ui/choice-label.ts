interface Labelled {
  readonly options?: Readonly<Record<string, unknown>> | undefined
}

/** What people read for a value of a choice: its label, or the value. */
export function choiceLabel({ options }: Labelled, value: string): string {
  const labels = options?.['labels'] ?? {}
  return Object.hasOwn(labels, value) ? String((labels as Record<string, unknown>)[value]) : value
}
