/** The known name that a mistyped one most likely meant, or null when none is near. */
export function nearest(name: string, known: Iterable<string>): string | null {
  const typed = normalise(name)
  const maxDistance = Math.max(1, Math.round(typed.length / 3))
  let best: { name: string; distance: number } | null = null
  for (const candidate of known) {
    // Names of very different length cannot be near; hyphens and underscores, which do not count, give two more.
    if (Math.abs(candidate.length - name.length) > maxDistance + 2) continue
    const distance = editDistance(typed, normalise(candidate))
    if (distance <= maxDistance && (best === null || distance < best.distance))
      best = { name: candidate, distance }
  }
  return best?.name ?? null
}

/** `; did you mean "title"?` for a near known name, else the known names, else nothing. */
export function hint(name: string, known: readonly string[]): string {
  const near = nearest(name.slice(0, 100), known)
  if (near !== null) return `; did you mean "${near}"?`
  if (known.length === 0) return ''
  const knownText = known.slice(0, 20).join(', ')
  return `; known: ${knownText}${known.length > 20 ? ', …' : ''}`
}

function normalise(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, '')
}

/** The Levenshtein distance of two texts, row by row of its matrix. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const current = [i]
    for (let j = 1; j <= b.length; j++) {
      const substitution = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      current.push(Math.min(substitution, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1))
    }
    previous = current
  }
  return previous[b.length] ?? 0
}
