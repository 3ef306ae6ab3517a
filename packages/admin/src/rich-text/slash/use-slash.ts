import { type EditorSnapshot, useEditor, useEditorSelector } from '@portabletext/editor'
import { getFocusSpan, getFocusTextBlock, isSelectionCollapsed } from '@portabletext/editor/selectors'
import { useEffect, useMemo, useState } from 'react'
import { type Command, findCommands, useCommands } from '../actions/commands.ts'
import { useRichText } from '../actions/context.ts'

/**
 * The text between a slash at the beginning of a paragraph and the caret, which searches the commands. Null if there is
 * no slash, or if what follows does not look like a search: it begins with another character than a letter or a digit,
 * or is longer than 31 characters.
 */
function slashQuery(snapshot: EditorSnapshot): string | null {
  const { selection } = snapshot.context
  const span = getFocusSpan(snapshot)
  if (selection === null || span === undefined || !span.node.text.startsWith('/')) return null
  if (!isSelectionCollapsed(snapshot)) return null
  if (getFocusTextBlock(snapshot)?.node.children[0]?._key !== span.node._key) return null
  const before = span.node.text.slice(0, selection.focus.offset)
  return /^\/([\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N} -]{0,30})?$/u.test(before) ? before.slice(1) : null
}

/** The state of the slash menu: the commands that match the typed text, and the active one. */
export function useSlash() {
  const editor = useEditor()
  const context = useRichText()
  const commands = useCommands()
  const typed = useEditorSelector(editor, slashQuery)
  const [isClosed, setClosed] = useState(false)
  const [active, setActive] = useState(0)
  const query = isClosed ? null : typed
  const found = useMemo(() => (query === null ? [] : findCommands(commands, query)), [commands, query])
  const [lastQuery, setLastQuery] = useState(query)
  // Another query has other results, so the first one is active again.
  if (lastQuery !== query) {
    setLastQuery(query)
    setActive(0)
  }
  // A menu that was closed stays closed until the caret leaves the text after the slash.
  if (typed === null && isClosed) setClosed(false)
  useEffect(() => {
    const subscription = editor.on('blurred', () => setClosed(true))
    return () => subscription.unsubscribe()
  }, [editor])
  const choose = (command: Command): void => {
    const { selection } = editor.getSnapshot().context
    if (selection === null) return
    editor.send({ type: 'delete', at: { anchor: { ...selection.focus, offset: 0 }, focus: selection.focus } })
    command.run(context)
  }
  return { found, active, setActive, choose, close: () => setClosed(true), query }
}
