/** Whether a name holds all words of what is searched for, in any case and with any accents. */
export function matches(name: string, q: string): boolean {
  const plain = folded(name)
  return folded(q)
    .split(/\s+/)
    .every((word) => plain.includes(word))
}

function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
