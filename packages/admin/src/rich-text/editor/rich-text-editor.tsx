import { EditorProvider } from '@portabletext/editor'
import { useCallback, useEffect, useRef, useState } from 'react'
import { newKey } from '../model/keys.ts'
import type { Block, RichTextProps } from '../types.ts'
import { Frame } from './frame.tsx'
import { useSession } from './use-session.ts'

/**
 * The editor around one value; every session has an engine of its own. The value that comes back from whoever was told
 * of a change stops here: nothing of the frame is drawn for it.
 */
export function RichTextEditor({ value, onChange, ...props }: RichTextProps) {
  const [isBusy, setBusy] = useState(false)
  const session = useSession({ value, version: props.version }, isBusy)
  const tell = useLatest(onChange)
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
      <Frame {...props} session={session} onChange={tell} onBusy={setBusy} />
    </EditorProvider>
  )
}

/** Calls what was given last, and is itself the same for ever. */
function useLatest(onChange: RichTextProps['onChange']): RichTextProps['onChange'] {
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  return useCallback((blocks: Block[]) => latest.current(blocks), [])
}
