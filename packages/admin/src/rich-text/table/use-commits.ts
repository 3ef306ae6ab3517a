import { useEffect } from 'react'
import { useRichText } from '../actions/context.ts'
import { isSame } from '../model/same.ts'
import type { Block } from '../types.ts'
import type { SentValues } from './sent-values.ts'

/** milliseconds without a change after which the editor gets the table; what it gets at once is one undo step */
const commitDelay = 400

/** Passes the changes of a table to the editor when the person pauses, or when the editor requests them. */
export function useCommits(key: string, block: Block, values: SentValues): void {
  const { holdEdit, setBlock } = useRichText()
  useEffect(() => {
    // Keys are ignored: a text that was changed and changed back has new keys, but is no change.
    if (isSame(block, values.newest, '_key')) return holdEdit(key, null)
    const commit = (): void => {
      window.clearTimeout(timer)
      holdEdit(key, null)
      values.expect(block)
      setBlock(key, block)
    }
    const timer = window.setTimeout(commit, commitDelay)
    holdEdit(key, commit)
    return () => window.clearTimeout(timer)
  }, [key, block, values, holdEdit, setBlock])
}
