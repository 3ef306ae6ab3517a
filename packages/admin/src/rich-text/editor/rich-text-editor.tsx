import { EditorProvider } from '@portabletext/editor'
import { useCallback, useEffect, useRef, useState } from 'react'
import { newKey } from '../model/keys.ts'
import type { RichTextProps } from '../types.ts'
import { Frame } from './frame.tsx'
import { useSession } from './use-session.ts'

/**
 * The editor around one value; every session has an engine of its own. The value that comes back from whoever was told
 * of a change stops here: nothing of the frame is drawn for it.
 */
export function RichTextEditor({ value, onChange, onPending, ...props }: RichTextProps) {
  const [isBusy, setBusy] = useState(false)
  const session = useSession({ value, version: props.version }, isBusy)
  const tell = useLatest(onChange)
  const tellPending = useLatest(onPending)
  return (
    <EditorProvider
      key={session.id}
      initialConfig={{
        schemaDefinition: session.schema,
        initialValue: [...session.initial],
        keyGenerator: newKey,
        readOnly: props.readOnly ?? false,
      }}
    >
      <Frame {...props} session={session} onChange={tell} onPending={tellPending} onBusy={setBusy} />
    </EditorProvider>
  )
}

/** Calls what was given last, and is itself the same for ever. */
function useLatest<Given>(act: ((given: Given) => void) | undefined): (given: Given) => void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  return useCallback((given: Given) => latest.current?.(given), [])
}
