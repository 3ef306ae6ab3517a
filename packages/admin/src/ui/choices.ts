interface Labelled {
  readonly options?: Readonly<Record<string, unknown>> | null | undefined
}

interface Choosing extends Labelled {
  readonly validation?: Readonly<Record<string, unknown>> | null | undefined
}

interface Choice {
  readonly value: string
  readonly label: string
}

/** The label of a choice; its value if it has no label. */
export function choiceLabel({ options }: Labelled, value: string): string {
  const labels = options?.['labels'] ?? {}
  return Object.hasOwn(labels, value) ? String((labels as Record<string, unknown>)[value]) : value
}

/** The values that a field offers to choose from. */
export function choiceValues({ validation }: Choosing): readonly string[] {
  const values = validation?.['options']
  return Array.isArray(values) ? values.filter((value) => typeof value === 'string') : []
}

/** The choices of a field, with values that are selected but no longer offered. */
export function choicesOf(field: Choosing, held: readonly string[] = []): Choice[] {
  const offered = choiceValues(field)
  const values = [...offered, ...held.filter((value) => !offered.includes(value))]
  return values.map((value) => ({ value, label: choiceLabel(field, value) }))
}

/** number of choices from which the list is searchable */
export const searchedFrom = 8
