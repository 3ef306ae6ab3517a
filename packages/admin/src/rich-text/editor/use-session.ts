import { useState } from 'react'
import type { RichTextProps } from '../types.ts'
import { Session } from './session.ts'

interface Held {
  readonly session: Session
  readonly version: string | number | undefined
}

/**
 * The session of a value. Another `version` replaces it at once; another value replaces it only while the person is not
 * writing, so that the text under the caret does not change.
 */
export function useSession(
  { value, version }: Pick<RichTextProps, 'value' | 'version'>,
  isBusy: boolean,
): Session {
  const [held, setHeld] = useState<Held>(() => ({ session: new Session(value), version }))
  const isForced = version !== held.version
  const isNew = isForced || (!isBusy && !held.session.knows(value))
  if (!isNew) return held.session
  // oxlint-disable-next-line react/immutability -- a session is a thing of its own, and ends when the next one begins
  held.session.isOver = true
  const next = { session: new Session(value), version }
  setHeld(next)
  return next.session
}
