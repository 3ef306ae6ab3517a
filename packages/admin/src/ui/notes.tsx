import { Fragment, type ReactNode } from 'react'

/** Joins short remarks into one line; undefined if there are none. */
export function joinedNotes(notes: readonly ReactNode[]): ReactNode {
  const [first, ...others] = notes.filter(
    (note) => note !== undefined && note !== null && note !== false && note !== '',
  )
  if (others.length === 0) return first
  return [first, ...others].map((note, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the remarks have no state and no id
    <Fragment key={index}>
      {index > 0 && ' · '}
      {note}
    </Fragment>
  ))
}
