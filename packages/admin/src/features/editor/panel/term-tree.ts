interface TermLike {
  readonly id: string
  readonly label: string
  readonly parentId: string | null
}

export interface TreeRow<Term> {
  readonly term: Term
  /** 0 for terms without a parent */
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
  const termsById = new Map(terms.map((term) => [term.id, term]))
  const children = Map.groupBy(terms, ({ parentId }) =>
    parentId !== null && termsById.has(parentId) ? parentId : null,
  )
  const shownIds = matchingIds(terms, termsById, search.trim().toLocaleLowerCase())
  const rows: TreeRow<Term>[] = []
  const add = (parent: string | null, depth: number): void => {
    for (const term of children.get(parent) ?? []) {
      if (shownIds.has(term.id)) rows.push({ term, depth })
      add(term.id, depth + 1)
    }
  }
  add(null, 0)
  return rows
}

/** The ids of the terms that match a search, and of their ancestors. */
function matchingIds(
  terms: readonly TermLike[],
  termsById: ReadonlyMap<string, TermLike>,
  search: string,
): ReadonlySet<string> {
  const ids = new Set<string>()
  for (const term of terms) {
    if (!term.label.toLocaleLowerCase().includes(search)) continue
    let next: TermLike | undefined = term
    while (next !== undefined && !ids.has(next.id)) {
      ids.add(next.id)
      next = next.parentId === null ? undefined : termsById.get(next.parentId)
    }
  }
  return ids
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
