import i18next from 'i18next'
import classes from './status-badge.module.css'

interface StatusProps {
  readonly status: 'draft' | 'published' | 'scheduled' | 'trashed'
  /** a published item has changes that are not live yet */
  readonly hasPendingDraft?: boolean | undefined
}

/**
 * Where an item is, in a word; never by colour alone. A plain element, as long lists have hundreds: the kit's badge
 * costs ten times as much.
 */
export function StatusBadge(props: StatusProps) {
  const shown = shownStatus(props)
  const text = textOf(shown)
  return (
    <span className={classes['badge']} data-status={shown} title={text}>
      {text}
    </span>
  )
}

type Shown = StatusProps['status'] | 'pending'

/** Looking a text up costs more than the element that shows it. */
const texts = new Map<string, string>()

function textOf(shown: Shown): string {
  const key = `${i18next.language} ${shown}`
  const text = texts.get(key) ?? i18next.t(`status.${shown}`)
  texts.set(key, text)
  return text
}

function shownStatus({ status, hasPendingDraft }: StatusProps): Shown {
  return status === 'published' && hasPendingDraft === true ? 'pending' : status
}
