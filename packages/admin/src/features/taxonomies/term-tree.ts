import { foldCase } from '@octavo/contract/fold-case'
import type { CountedTerm } from './taxonomy-queries.ts'

/** A term with its position in the tree. */
export interface TermLine {
  readonly term: CountedTerm
  /** 0 on the top level */
  readonly depth: number
  readonly childCount: number
}

/** The terms in tree order: each before its children, siblings in their given order. */
export function termLines(terms: readonly CountedTerm[]): TermLine[] {
  const ids = new Set(terms.map(({ id }) => id))
  // A term whose parent is missing is on the top level.
  const children = Map.groupBy(terms, ({ parentId }) =>
    parentId !== null && ids.has(parentId) ? parentId : null,
  )
  const walk = (parentId: string | null, depth: number): TermLine[] =>
    (children.get(parentId) ?? []).flatMap((term) => [
      { term, depth, childCount: children.get(term.id)?.length ?? 0 },
      ...walk(term.id, depth + 1),
    ])
  return walk(null, 0)
}

/** The lines of the terms whose label or slug contains a text, and those of their ancestors. */
export function linesWith(lines: readonly TermLine[], text: string): readonly TermLine[] {
  const searched = normalize(text)
  if (searched === '') return lines
  const byId = new Map(lines.map((line) => [line.term.id, line.term]))
  const shownIds = new Set<string>()
  for (const { term } of lines) {
    if (!isMatch(term, searched)) continue
    let next: CountedTerm | undefined = term
    while (next !== undefined) {
      shownIds.add(next.id)
      next = byId.get(next.parentId ?? '')
    }
  }
  return lines.filter(({ term }) => shownIds.has(term.id))
}

/** The number of terms whose label or slug contains a text. */
export function countMatches(lines: readonly TermLine[], text: string): number {
  const searched = normalize(text)
  return lines.filter(({ term }) => isMatch(term, searched)).length
}

/** The terms that can be the parent of a term (all for a new one): not the term itself, and none of its descendants. */
export function possibleParents(lines: readonly TermLine[], id: string | undefined): readonly TermLine[] {
  // The descendants of a term follow it, up to the next term that is not deeper.
  const start = lines.findIndex(({ term }) => term.id === id)
  const top = lines[start]
  if (top === undefined) return lines
  const end = lines.findIndex(({ depth }, index) => index > start && depth <= top.depth)
  return lines.toSpliced(start, (end === -1 ? lines.length : end) - start)
}

function isMatch({ label, slug }: CountedTerm, searched: string): boolean {
  return normalize(label).includes(searched) || slug.includes(searched)
}

/** A text for comparisons without regard to case. */
function normalize(text: string): string {
  return foldCase(text.trim())
}
