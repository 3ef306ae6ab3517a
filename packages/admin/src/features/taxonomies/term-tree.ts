import type { CountedTerm } from './taxonomy-queries.ts'

/** A term with its place in the tree. */
export interface TermLine {
  readonly term: CountedTerm
  readonly depth: number
  /** how many are right below it */
  readonly below: number
}

/** The terms as a tree is read: each before those below it, siblings by label as they came. */
export function termLines(terms: readonly CountedTerm[]): TermLine[] {
  const known = new Set(terms.map(({ id }) => id))
  const children = Map.groupBy(terms, ({ parentId }) =>
    parentId !== null && known.has(parentId) ? parentId : null,
  )
  const walk = (parentId: string | null, depth: number): TermLine[] =>
    (children.get(parentId) ?? []).flatMap((term) => [
      { term, depth, below: children.get(term.id)?.length ?? 0 },
      ...walk(term.id, depth + 1),
    ])
  return walk(null, 0)
}

/** The lines of which the label or slug contains a text, with those above them, so that it is seen where they are. */
export function linesWith(lines: readonly TermLine[], text: string): readonly TermLine[] {
  const wanted = comparable(text)
  if (wanted === '') return lines
  const byId = new Map(lines.map((line) => [line.term.id, line.term]))
  const shown = new Set<string>()
  for (const { term } of lines) {
    if (!isMatch(term, wanted)) continue
    for (let at: CountedTerm | undefined = term; at !== undefined; at = byId.get(at.parentId ?? ''))
      shown.add(at.id)
  }
  return lines.filter(({ term }) => shown.has(term.id))
}

export function countMatches(lines: readonly TermLine[], text: string): number {
  const wanted = comparable(text)
  return lines.filter(({ term }) => isMatch(term, wanted)).length
}

/** The terms that another may be put below: neither itself nor any below it. */
export function possibleParents(lines: readonly TermLine[], id: string | undefined): readonly TermLine[] {
  const start = lines.findIndex(({ term }) => term.id === id)
  const top = lines[start]
  if (top === undefined) return lines
  const end = lines.findIndex(({ depth }, index) => index > start && depth <= top.depth)
  return lines.toSpliced(start, (end === -1 ? lines.length : end) - start)
}

function isMatch({ label, slug }: CountedTerm, wanted: string): boolean {
  return comparable(label).includes(wanted) || slug.includes(wanted)
}

function comparable(text: string): string {
  return text.trim().normalize('NFKC').toLowerCase()
}
