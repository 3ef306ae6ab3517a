import { EditorProvider } from '@portabletext/editor'
import { memo, useCallback, useEffect, useRef, useState } from 'react'
import { newKey } from '../model/keys.ts'
import type { RichTextProps } from '../types.ts'
import { CurrentEditor } from './current-editor.ts'
import { Frame, type FrameProps } from './frame.tsx'
import { useSession } from './use-session.ts'

/**
 * Edits one rich text. A session is the editing of one value, until another value replaces it; each has its own
 * instance of the editor. A value that the parent passes back after `onChange` belongs to the session, so it does not
 * render the editor again.
 */
export function RichTextEditor({ value, onChange, onPending, ...props }: RichTextProps) {
  const [isBusy, setBusy] = useState(false)
  const [currentEditor] = useState(() => new CurrentEditor())
  const session = useSession({ value, version: props.version }, isBusy)
  const reportChange = useLatest(onChange)
  const reportPending = useLatest(onPending)
  return (
    <Engine
      key={session.id}
      {...props}
      session={session}
      currentEditor={currentEditor}
      onChange={reportChange}
      onPending={reportPending}
      onBusy={setBusy}
    />
  )
}

const Engine = memo(function Engine(props: FrameProps) {
  const { session, readOnly = false } = props
  return (
    <EditorProvider
      initialConfig={{
        schemaDefinition: session.schema,
        initialValue: [...session.initial],
        keyGenerator: newKey,
        readOnly,
      }}
    >
      <Frame {...props} />
    </EditorProvider>
  )
})

/** Returns a stable callback that calls the latest function. */
function useLatest<Given>(action: ((given: Given) => void) | undefined): (given: Given) => void {
  const latest = useRef(action)
  useEffect(() => {
    latest.current = action
  })
  return useCallback((given: Given) => latest.current?.(given), [])
}
