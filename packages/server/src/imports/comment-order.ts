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
  // Comments that answer none are children of an empty id, so a comment without an id must not get them as answers.
  const answersTo = ({ comment: { id } }: ThreadedComment): readonly number[] =>
    id === '' ? [] : (children.get(id) ?? [])
  const idsInFile = new Set(comments.map(({ id }) => id))
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
    else if (!idsInFile.has(parent)) place(index, null, 'missing')
  }
  // `ordered` is also the queue of comments whose answers are still to be placed. When it has none left, only comments
  // remain that answer each other in a circle: the first of them is placed as if it answered none.
  let firstUnplaced = 0
  for (let position = 0; ; position++) {
    if (position === ordered.length) {
      while (placed.has(firstUnplaced)) firstUnplaced++
      if (firstUnplaced >= comments.length) return ordered
      place(firstUnplaced, null, 'circle')
    }
    const answered = ordered[position]
    if (answered === undefined) continue
    // Ids can repeat in hand-made files; answers belong to the first comment with an id.
    for (const index of answersTo(answered)) place(index, answered, null)
  }
}

/** The id of the comment that one answers; empty without one. */
function parentOf(comment: ExportComment | undefined): string {
  const parent = comment?.parent ?? ''
  return parent === '0' ? '' : parent
}
