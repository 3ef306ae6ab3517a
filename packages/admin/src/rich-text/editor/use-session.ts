import { useState } from 'react'
import type { RichTextProps } from '../types.ts'
import { Session } from './session.ts'

interface CurrentSession {
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
  const [current, setCurrent] = useState<CurrentSession>(() => ({ session: new Session(value), version }))
  const isForced = version !== current.version
  const isNew = isForced || (!isBusy && !current.session.knows(value))
  if (!isNew) return current.session
  // oxlint-disable-next-line react/immutability -- a session is no state of React, and ends when the next one begins
  current.session.isOver = true
  const next = { session: new Session(value), version }
  setCurrent(next)
  return next.session
}
