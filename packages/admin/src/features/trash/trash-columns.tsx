import type { TFunction } from 'i18next'
import type { Session } from '../../session/session.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import type { Column } from '../content-list/columns.tsx'
import type { Item } from '../content-list/queries.ts'
import { RowTime } from '../content-list/values.tsx'

interface TrashFacts {
  readonly session: Session
  readonly t: TFunction<'lists'>
  /** heading of the column with the time of deletion */
  readonly deletedLabel: string
}

/** The columns of the trash in addition to the title. */
export function trashColumns({ session, t, deletedLabel }: TrashFacts): Column[] {
  /** A column that cannot sort the list. Its width is in rem. */
  const column = (key: string, label: string, width: number, show: Column['show']): Column => ({
    key,
    label,
    order: null,
    width,
    isShownAtFirst: true,
    show,
  })
  return [
    column('status', t('column.status'), 9, ({ status }) => <StatusBadge status={status} />),
    column('author', t('column.author'), 8, ({ authorId }) =>
      authorId !== null && session.isOwn(authorId) ? t('you') : '',
    ),
    column('deletedAt', deletedLabel, 8.5, (item) => <RowTime iso={deletedAtOf(item)} />),
  ]
}

/** The time of deletion, which only items in the trash have. */
function deletedAtOf(item: Item & { readonly deletedAt?: string }): string | null {
  return item.deletedAt ?? null
}
