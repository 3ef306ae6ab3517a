import type { ExportComment } from './wxr/records.ts'

/** A comment of an item, with its position in the file. */
export interface ThreadedComment {
  readonly comment: ExportComment
  readonly index: number
  /** the comment that it answers, which precedes it in the order */
  readonly parent: ThreadedComment | null
  /** why it is no answer here, although it was one on the old site */
  readonly problem: 'missing' | 'circle' | null
  /** 0 for comments that answer none */
  readonly level: number
}

/** The comments of an item, each after the one that it answers. Linear time, whatever the parents are. */
export function threadComments(comments: readonly ExportComment[]): ThreadedComment[] {
  const children = Map.groupBy(comments.keys(), (index) => parentOf(comments[index]))
  const known = new Set(comments.map(({ id }) => id))
  const placed = new Set<number>()
  const ordered: ThreadedComment[] = []
  const place = (
    index: number,
    parent: ThreadedComment | null,
    problem: ThreadedComment['problem'],
  ): void => {
    const comment = comments[index]
    if (comment === undefined || placed.has(index)) return
    placed.add(index)
    ordered.push({ comment, index, parent, problem, level: parent === null ? 0 : parent.level + 1 })
  }
  for (const index of comments.keys()) {
    const parent = parentOf(comments[index])
    if (parent === '') place(index, null, null)
    else if (!known.has(parent)) place(index, null, 'missing')
  }
  let next = 0
  for (let position = 0; ; position++) {
    if (position === ordered.length) {
      while (placed.has(next)) next++
      if (next >= comments.length) return ordered
      place(next, null, 'circle')
    }
    const one = ordered[position]
    // Ids can repeat in hand-made files; answers belong to the first comment with an id.
    for (const index of one === undefined || one.comment.id === ''
      ? []
      : (children.get(one.comment.id) ?? []))
      place(index, one ?? null, null)
  }
}

function parentOf(comment: ExportComment | undefined): string {
  const parent = comment?.parent ?? ''
  return parent === '0' ? '' : parent
}
