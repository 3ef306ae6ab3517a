import { EditorProvider } from '@portabletext/editor'
import { memo, useCallback, useEffect, useRef, useState } from 'react'
import { newKey } from '../model/keys.ts'
import type { RichTextProps } from '../types.ts'
import { Frame, type FrameProps } from './frame.tsx'
import { OpenEditor } from './open-editor.ts'
import { useSession } from './use-session.ts'

/**
 * Edits one rich text. Each session has its own instance of the editor. A value that the parent passes back after
 * `onChange` belongs to the session, so it does not render the editor again.
 */
export function RichTextEditor({ value, onChange, onPending, ...props }: RichTextProps) {
  const [isBusy, setBusy] = useState(false)
  const [open] = useState(() => new OpenEditor())
  const session = useSession({ value, version: props.version }, isBusy)
  const reportChange = useLatest(onChange)
  const reportPending = useLatest(onPending)
  return (
    <Engine
      key={session.id}
      {...props}
      session={session}
      open={open}
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
