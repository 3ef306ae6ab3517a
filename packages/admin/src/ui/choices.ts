interface LabelledField {
  /** `labels` has the labels of choices by their values */
  readonly options?: Readonly<Record<string, unknown>> | null | undefined
}

interface ChoiceField extends LabelledField {
  /** `options` has the values to choose from */
  readonly validation?: Readonly<Record<string, unknown>> | null | undefined
}

interface Choice {
  readonly value: string
  readonly label: string
}

/** The label of a choice; its value if it has no label. */
export function choiceLabel({ options }: LabelledField, value: string): string {
  const labels = options?.['labels'] ?? {}
  return Object.hasOwn(labels, value) ? String((labels as Record<string, unknown>)[value]) : value
}

/** The values that a field offers to choose from. */
export function choiceValues({ validation }: ChoiceField): readonly string[] {
  const values = validation?.['options']
  return Array.isArray(values) ? values.filter((value) => typeof value === 'string') : []
}

/** The choices of a field, with values that are selected but no longer offered. */
export function choicesOf(field: ChoiceField, selected: readonly string[] = []): Choice[] {
  const offered = choiceValues(field)
  const values = [...offered, ...selected.filter((value) => !offered.includes(value))]
  return values.map((value) => ({ value, label: choiceLabel(field, value) }))
}

/** maximum number of choices that a control shows without a field to search in them */
export const mostWithoutSearch = 8
