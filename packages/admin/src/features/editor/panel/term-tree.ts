interface TermLike {
  readonly id: string
  readonly label: string
  readonly parentId: string | null
}

export interface TreeRow<Term> {
  readonly term: Term
  /** 0 at the top */
  readonly depth: number
}

/**
 * The terms in tree order: each below its parent, siblings in their given order. A search keeps the matching terms and
 * their ancestors.
 */
export function termRows<Term extends TermLike>(
  terms: readonly Term[],
  search: string,
): readonly TreeRow<Term>[] {
  const known = new Map(terms.map((term) => [term.id, term]))
  const children = Map.groupBy(terms, ({ parentId }) =>
    parentId !== null && known.has(parentId) ? parentId : null,
  )
  const kept = keptIds(terms, known, search.trim().toLocaleLowerCase())
  const rows: TreeRow<Term>[] = []
  const add = (parent: string | null, depth: number): void => {
    for (const term of children.get(parent) ?? []) {
      if (kept.has(term.id)) rows.push({ term, depth })
      add(term.id, depth + 1)
    }
  }
  add(null, 0)
  return rows
}

function keptIds(
  terms: readonly TermLike[],
  known: ReadonlyMap<string, TermLike>,
  search: string,
): ReadonlySet<string> {
  const kept = new Set<string>()
  for (const term of terms) {
    if (!term.label.toLocaleLowerCase().includes(search)) continue
    let next: TermLike | undefined = term
    while (next !== undefined && !kept.has(next.id)) {
      kept.add(next.id)
      next = next.parentId === null ? undefined : known.get(next.parentId)
    }
  }
  return kept
}

/**
 * The term that matches a typed text: the one with this name, else the first that begins with it, else the first that
 * contains it.
 */
export function meantTerm<Term extends TermLike>(terms: readonly Term[], typed: string): Term | undefined {
  const search = typed.trim().toLocaleLowerCase()
  if (search === '') return undefined
  const named = terms.map((term) => ({ term, name: term.label.toLocaleLowerCase() }))
  const found =
    named.find(({ name }) => name === search) ??
    named.find(({ name }) => name.startsWith(search)) ??
    named.find(({ name }) => name.includes(search))
  return found?.term
}
