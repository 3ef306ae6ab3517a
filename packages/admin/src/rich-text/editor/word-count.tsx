import { useEditor } from '@portabletext/editor'
import { memo, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { countWords } from '../model/words.ts'
import classes from '../rich-text.module.css'
import type { Session } from './session.ts'

/** milliseconds without a change after which the words are counted */
const countDelay = 500

/** The number of words of a text, counted when the person pauses. */
export const WordCount = memo(function WordCount({ session }: { readonly session: Session }) {
  const { t } = useTranslation('richText')
  const editor = useEditor()
  const [count, setCount] = useState(() => countWords(session.current))
  useEffect(() => {
    let timer: number | undefined
    const subscription = editor.on('operation', () => {
      window.clearTimeout(timer)
      // Words are counted in stored blocks, so those of the editor are converted first.
      timer = window.setTimeout(
        () => setCount(countWords(session.toStored.blocks(editor.getSnapshot().context.value))),
        countDelay,
      )
    })
    return () => {
      window.clearTimeout(timer)
      subscription.unsubscribe()
    }
  }, [editor, session])
  return <div className={classes['count']}>{t('words', { count })}</div>
})
