import { isFocusMessage, type SavedMessage } from '@octavo/contract/preview-messages'
import { type RefObject, useEffect, useRef } from 'react'
import { useDraft, useEditor } from '../editor-context.ts'
import { focusField } from '../focus-field.ts'

interface FramedItem {
  readonly frame: RefObject<HTMLIFrameElement | null>
  readonly origin: string
  readonly id: string
}

/**
 * Sends the page in the frame a message after each save, and focuses the fields whose texts are clicked there. Messages
 * in both directions name the origin, because a link in the page can lead the frame to another site.
 */
export function useFrameMessages({ frame, origin, id }: FramedItem): void {
  const { collection } = useEditor()
  const rev = useDraft((draft) => draft.rev)
  const locale = useDraft((draft) => draft.item?.locale ?? '')
  /** the version that the page has; the one that it was opened with needs no message */
  const lastSent = useRef(rev)
  useEffect(() => {
    if (rev === null || lastSent.current === rev) return
    lastSent.current = rev
    const message: SavedMessage = { type: 'octavo:saved', collection: collection.slug, id, locale, rev }
    frame.current?.contentWindow?.postMessage(message, origin)
  }, [rev, frame, origin, collection.slug, id, locale])
  useEffect(() => {
    const receive = ({ data, origin: from, source }: MessageEvent<unknown>) => {
      if (from !== origin || source === null || source !== frame.current?.contentWindow) return
      if (!isFocusMessage(data) || data.id !== id) return
      // A field within a structured one has a path, such as `faq[2].question`; its first step is a field of the item.
      const [root] = data.field.split(/[.[]/)
      if (collection.fields.some(({ slug }) => slug === root)) focusField(data.field)
    }
    window.addEventListener('message', receive)
    return () => window.removeEventListener('message', receive)
  }, [frame, origin, id, collection.fields])
}
