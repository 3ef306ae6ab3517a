/** Names of options and of their values. The admin loads this file, so it imports nothing. */

/** Kinds of single-line text: the values of `options.widget` of a string field. */
export const stringForms = ['url', 'email', 'date', 'color'] as const

/** How wide forms show a field: values of `options.width`. */
export const fieldWidths = ['full', 'half', 'third'] as const

/** Options that say how forms show a field; every type takes them. */
export const formOptionNames = ['help', 'width', 'tab', 'showIf'] as const

/** The options that say how forms show a field; they stay when its type changes. */
export function formOptionsOf(
  options: Readonly<Record<string, unknown>> | undefined,
): Record<string, unknown> | undefined {
  const names: readonly string[] = formOptionNames
  const ofForms = Object.entries(options ?? {}).filter(([name]) => names.includes(name))
  return ofForms.length === 0 ? undefined : Object.fromEntries(ofForms)
}
