import { foldCase } from '@octavo/contract/fold-case'
import type { CountedTerm } from './taxonomy-queries.ts'

/** A term with its position in the tree. */
export interface TermLine {
  readonly term: CountedTerm
  readonly depth: number
  /** the number of its children */
  readonly below: number
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
      { term, depth, below: children.get(term.id)?.length ?? 0 },
      ...walk(term.id, depth + 1),
    ])
  return walk(null, 0)
}

/** The lines of the terms whose label or slug contains a text, and those of their ancestors. */
export function linesWith(lines: readonly TermLine[], text: string): readonly TermLine[] {
  const searched = normalize(text)
  if (searched === '') return lines
  const byId = new Map(lines.map((line) => [line.term.id, line.term]))
  const shown = new Set<string>()
  for (const { term } of lines) {
    if (!isMatch(term, searched)) continue
    for (let at: CountedTerm | undefined = term; at !== undefined; at = byId.get(at.parentId ?? ''))
      shown.add(at.id)
  }
  return lines.filter(({ term }) => shown.has(term.id))
}

/** The number of terms whose label or slug contains a text. */
export function countMatches(lines: readonly TermLine[], text: string): number {
  const searched = normalize(text)
  return lines.filter(({ term }) => isMatch(term, searched)).length
}

/** The terms that can be the parent of a term: not the term itself, and none of its descendants. */
export function possibleParents(lines: readonly TermLine[], id: string | undefined): readonly TermLine[] {
  const start = lines.findIndex(({ term }) => term.id === id)
  const top = lines[start]
  if (top === undefined) return lines
  const end = lines.findIndex(({ depth }, index) => index > start && depth <= top.depth)
  return lines.toSpliced(start, (end === -1 ? lines.length : end) - start)
}

function isMatch({ label, slug }: CountedTerm, searched: string): boolean {
  return normalize(label).includes(searched) || slug.includes(searched)
}

function normalize(text: string): string {
  return foldCase(text.trim())
}
