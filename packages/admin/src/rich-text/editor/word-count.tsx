import { useEditor } from '@portabletext/editor'
import { memo, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { textOf } from '../cards/text-of.ts'
import classes from '../rich-text.module.css'
import type { Block } from '../types.ts'
import type { Session } from './session.ts'

const counted = new WeakMap<Block, number>()
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })
/** debounce in milliseconds */
const rest = 500

/** The number of words, counted when the person pauses. */
export const WordCount = memo(function WordCount({ session }: { readonly session: Session }) {
  const { t } = useTranslation('richText')
  const editor = useEditor()
  const [count, setCount] = useState(() => countWords(session.current))
  useEffect(() => {
    let timer: number | undefined
    const subscription = editor.on('operation', () => {
      window.clearTimeout(timer)
      timer = window.setTimeout(
        () => setCount(countWords(session.closing.blocks(editor.getSnapshot().context.value))),
        rest,
      )
    })
    return () => {
      window.clearTimeout(timer)
      subscription.unsubscribe()
    }
  }, [editor, session])
  return <div className={classes['count']}>{t('words', { count })}</div>
})

function countWords(blocks: readonly Block[]): number {
  return blocks.reduce((sum, block) => sum + wordsOf(block), 0)
}

/** A block is immutable, so its words are counted once. */
function wordsOf(block: Block): number {
  const known = counted.get(block)
  if (known !== undefined) return known
  let count = 0
  if (block._type === 'block')
    for (const { isWordLike } of segmenter.segment(textOf(block, Infinity))) if (isWordLike === true) count++
  counted.set(block, count)
  return count
}
