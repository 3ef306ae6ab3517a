import { nameFrom } from '../../ui/form/checks.ts'

/** The identifier that a label suggests, another one where that is taken; empty when the label suggests none. */
export function proposalFor(label: string, taken: readonly string[]): string {
  const name = nameFrom(label, { hasHyphens: false })
  if (name === '' || !taken.includes(name)) return name
  for (let number = 2; ; number++) {
    const other = `${name}_${number}`
    if (!taken.includes(other)) return other
  }
}
