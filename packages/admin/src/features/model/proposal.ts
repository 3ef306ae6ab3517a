import { nameFrom } from '../../ui/form/checks.ts'

/** The identifier made from a label, with a number if it is taken; empty if the label has no usable characters. */
export function proposalFor(label: string, taken: readonly string[]): string {
  const name = nameFrom(label, { hasHyphens: false })
  if (name === '' || !taken.includes(name)) return name
  for (let number = 2; ; number++) {
    const other = `${name}_${number}`
    if (!taken.includes(other)) return other
  }
}
