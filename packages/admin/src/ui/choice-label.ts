interface Labelled {
  readonly options?: Readonly<Record<string, unknown>> | undefined
}

/** The label of a choice; its value if it has no label. */
export function choiceLabel({ options }: Labelled, value: string): string {
  const labels = options?.['labels'] ?? {}
  return Object.hasOwn(labels, value) ? String((labels as Record<string, unknown>)[value]) : value
}
