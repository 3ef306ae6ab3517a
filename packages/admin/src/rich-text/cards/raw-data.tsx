import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './cards.module.css'
import type { Block } from '../types.ts'
import { isKind } from '../model/kinds.ts'

const mostCharacters = 20_000

/** The stored JSON of a block of a type that the editor does not know, collapsed. */
export function RawData({ block }: { readonly block: Block }) {
  const { t } = useTranslation('richText')
  const [isOpen, setOpen] = useState(false)
  if (isKind(block._type)) return null
  return (
    <details className={classes['raw']} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('card.data')}</summary>
      {isOpen && <pre dir="ltr">{JSON.stringify(block, null, 2).slice(0, mostCharacters)}</pre>}
    </details>
  )
}
