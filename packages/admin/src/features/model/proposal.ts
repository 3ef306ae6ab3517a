import { nameFrom } from '../../ui/form/checks.ts'

/** The identifier made from a label, with a number if it is in use; empty if the label has no usable characters. */
export function proposalFor(label: string, used: readonly string[]): string {
  const name = nameFrom(label, { hasHyphens: false })
  if (name === '' || !used.includes(name)) return name
  for (let number = 2; ; number++) {
    const numbered = `${name}_${number}`
    if (!used.includes(numbered)) return numbered
  }
}
