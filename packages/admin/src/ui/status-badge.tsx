import i18next from 'i18next'
import classes from './status-badge.module.css'

interface StatusProps {
  readonly status: 'draft' | 'published' | 'scheduled' | 'trashed'
  /** whether a published item has unpublished changes */
  readonly hasPendingDraft?: boolean | undefined
}

/**
 * The status of an item, never by colour alone. A plain element, because long lists have hundreds, and Mantine's badge
 * renders ten times slower.
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

type ShownStatus = StatusProps['status'] | 'pending'

/** Translated texts are cached, because translating costs more than rendering the element. */
const texts = new Map<string, string>()

function textOf(shown: ShownStatus): string {
  const key = `${i18next.language} ${shown}`
  const text = texts.get(key) ?? i18next.t(`status.${shown}`)
  texts.set(key, text)
  return text
}

/** The status of an item in words. */
export function statusText(props: StatusProps): string {
  return textOf(shownStatus(props))
}

/** The status that the badge shows: `pending` for a published item with a pending draft. */
export function shownStatus({ status, hasPendingDraft }: StatusProps): ShownStatus {
  return status === 'published' && hasPendingDraft === true ? 'pending' : status
}
