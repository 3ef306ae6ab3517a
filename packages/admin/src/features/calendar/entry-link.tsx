import { ArrowDownToLine, ArrowUpFromLine } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '../../session/session.tsx'
import { readableName } from '../../ui/item-title.ts'
import { RouterAnchor } from '../../ui/links.tsx'
import { clockTime, fullTime } from '../../ui/times.tsx'
import type { CalendarEntry } from './calendar-queries.ts'
import classes from './calendar.module.css'

interface EntryProps {
  readonly entry: CalendarEntry
  /** whether the link is short, for the cell of a day */
  readonly isShort?: boolean
}

const icons = { publish: ArrowUpFromLine, unpublish: ArrowDownToLine }

/** A link to the editor of an item that is published or unpublished at a time. */
export function EntryLink({ entry, isShort = false }: EntryProps) {
  const { t } = useTranslation('calendar')
  const { collections, site } = useWorkspace()
  const { action, at, collection, id, title, status, locale } = entry
  const itemCollection = collections.find(({ slug }) => slug === collection)
  const kind = itemCollection?.labelSingular ?? itemCollection?.label
  // Publishing an item that is already published makes its pending changes live.
  const what = t(status === 'published' && action === 'publish' ? 'changes' : action)
  const Icon = icons[action]
  return (
    <RouterAnchor
      to="/content/$collection/$id"
      params={{ collection, id }}
      className={classes[isShort ? 'chip' : 'row'] ?? ''}
      data-action={action}
      title={`${fullTime(at)} · ${what}`}
      underline="never"
    >
      <Icon size={14} aria-hidden />
      <time dateTime={at}>{clockTime(at)}</time>
      <bdi className={classes['title']}>
        {readableName({ id, name: title }, kind).slice(0, mostCharacters)}
      </bdi>
      <span className={classes['detail']}>
        {what} · {kind ?? collection}
        {site.locales.length > 1 && ` · ${locale}`}
      </span>
    </RouterAnchor>
  )
}

/** maximum number of characters of a shown title */
const mostCharacters = 200
