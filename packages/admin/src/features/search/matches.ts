/** Whether a name contains all words of a search, ignoring case and accents. */
export function matches(name: string, q: string): boolean {
  const plain = folded(name)
  return folded(q)
    .split(/\s+/)
    .every((word) => plain.includes(word))
}

function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
