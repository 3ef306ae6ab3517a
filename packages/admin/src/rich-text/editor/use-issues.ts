import { useEditor } from '@portabletext/editor'
import { useEffect, useMemo, useState } from 'react'
import { objectType } from '../model/to-editor.ts'
import type { BlockIssue } from '../types.ts'

interface Issues {
  readonly byKey: ReadonlyMap<string, readonly BlockIssue[]>
  /** issues of text blocks, which have no card to show them, and of blocks that do not exist */
  readonly ofText: readonly string[]
  /** 0 if there are no issues; several issues of one card count once */
  readonly count: number
}

/**
 * Assigns the issues of the service to blocks. Issues name a block by its index, which is valid when they arrive.
 * Before the editor is ready, it does not have its blocks yet, so there are no issues.
 */
export function useIssues(given: readonly BlockIssue[] | undefined): Issues {
  const editor = useEditor()
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    const subscription = editor.on('ready', () => setReady(true))
    return () => subscription.unsubscribe()
  }, [editor])
  return useMemo(() => {
    const byKey = new Map<string, BlockIssue[]>()
    const ofText: string[] = []
    const { value } = editor.getSnapshot().context
    for (const { path, message } of isReady ? (given ?? []) : []) {
      const [index = '', ...rest] = path.split('.')
      const block = value[Number(index)]
      if (block?._type !== objectType) ofText.push(`${path}: ${message}`)
      else byKey.set(block._key, [...(byKey.get(block._key) ?? []), { path: rest.join('.'), message }])
    }
    return { byKey, ofText, count: byKey.size + ofText.length }
  }, [editor, given, isReady])
}
