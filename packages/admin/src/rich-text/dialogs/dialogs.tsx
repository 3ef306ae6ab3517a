import { useEditor } from '@portabletext/editor'
import { lazy, Suspense, useEffect } from 'react'
import { useRichText } from '../editor/context.ts'
import { insertObject, type Asked } from '../editor/use-actions.ts'
import type { Block, RichTextProps } from '../types.ts'
import { LinkQuestion } from './link-question.tsx'

/** Its many controls are not needed to write; they come while the page rests, before anybody asks for them. */
const loadBlockDialog = () => import('./block-dialog.tsx')
const BlockDialog = lazy(async () => ({ default: (await loadBlockDialog()).BlockDialog }))

interface DialogsProps extends Pick<RichTextProps, 'pickMedia' | 'pickItem'> {
  readonly asked: Asked | null
  readonly onClose: () => void
}

/** What is asked for stands outside of the text: keys that are pressed in it are not the text's. */
export function Dialogs({ asked, onClose, pickMedia, pickItem }: DialogsProps) {
  const editor = useEditor()
  const { issues } = useRichText()
  useEffect(() => {
    const timer = window.setTimeout(() => void loadBlockDialog(), 500)
    return () => window.clearTimeout(timer)
  }, [])
  const close = (): void => {
    onClose()
    // The dialog gives the focus back to where it was, which may be a button that is gone.
    requestAnimationFrame(() => editor.send({ type: 'focus' }))
  }
  if (asked === null) return null
  if (asked.kind === 'link') return <LinkQuestion pickItem={pickItem} onClose={close} />
  const { key, block } = asked
  const apply = (value: Block): void => {
    if (key === null) insertObject(editor, value)
    else editor.send({ type: 'block.set', at: [{ _key: key }], props: { value } })
    close()
  }
  return (
    <Suspense>
      <BlockDialog
        block={block}
        isNew={key === null}
        issues={key === null ? [] : (issues.get(key) ?? [])}
        pickMedia={pickMedia}
        onDone={apply}
        onClose={close}
      />
    </Suspense>
  )
}
