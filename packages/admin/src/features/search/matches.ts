/** Whether a name contains all words of a search, ignoring case and accents. */
export function matches(name: string, q: string): boolean {
  const foldedName = foldCase(name)
  return foldCase(q)
    .split(/\s+/)
    .every((word) => foldedName.includes(word))
}

/** A text in lower case and without accents. */
function foldCase(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
