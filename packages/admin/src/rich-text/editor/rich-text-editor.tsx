import { EditorProvider } from '@portabletext/editor'
import { useState } from 'react'
import { newKey } from '../model/keys.ts'
import type { RichTextProps } from '../types.ts'
import { Frame } from './frame.tsx'
import { useSession } from './use-session.ts'

/** The editor around one value; every session has an engine of its own. */
export function RichTextEditor(props: RichTextProps) {
  const [isBusy, setBusy] = useState(false)
  const session = useSession(props, isBusy)
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
      <Frame {...props} session={session} onBusy={setBusy} />
    </EditorProvider>
  )
}
