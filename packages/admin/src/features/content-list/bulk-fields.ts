import type { Field } from '../../session/session.tsx'

const types = ['string', 'text', 'select', 'multiSelect', 'boolean', 'integer', 'number', 'datetime']

/** Whether many items can get one value of a field at once: not where each has its own. */
export function isBulkField({ type, validation }: Field): boolean {
  return types.includes(type) && validation?.['unique'] !== true
}

/** The choices of a select field with their labels. */
export function choicesOf({ options, validation }: Field): { value: string; label: string }[] {
  const values = validation?.['options']
  const labels = (options?.['labels'] ?? {}) as Readonly<Record<string, unknown>>
  if (!Array.isArray(values)) return []
  return values
    .filter((value) => typeof value === 'string')
    .map((value) => ({ value, label: typeof labels[value] === 'string' ? labels[value] : value }))
}
