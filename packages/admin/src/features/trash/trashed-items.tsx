import { useInfiniteQuery } from '@tanstack/react-query'
import i18next from 'i18next'
import { Trash2 } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type Collection, useSession } from '../../session/session.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { EndOfPages } from '../../ui/endless.tsx'
import { EmptyState, FailureState, ListSkeleton } from '../../ui/states.tsx'
import { type Action, deletePermanently, restore } from '../content-list/actions.ts'
import { BulkBar } from '../content-list/bulk-bar.tsx'
import { headingOf } from '../content-list/heading.ts'
import type { RowFrame } from '../content-list/row-frame.ts'
import { ItemTable } from '../content-list/item-table.tsx'
import type { Item } from '../content-list/queries.ts'
import { useActions } from '../content-list/use-actions.tsx'
import { withoutDuplicates } from '../content-list/use-items.ts'
import { useRowTexts } from '../content-list/use-row-texts.ts'
import { useSelection } from '../content-list/use-selection.ts'
import { trashQuery } from './queries.ts'
import { trashColumns } from './trash-columns.tsx'
import { inSentence } from '../../ui/item-title.ts'

const actions: readonly Action[] = [restore, deletePermanently]

/** The trash of one collection, with restoring and permanent deletion. */
export function TrashedItems({ collection }: { readonly collection: Collection }) {
  const { t } = useTranslation(['trash', 'lists'])
  const query = useInfiniteQuery(trashQuery(collection.slug))
  const answers = query.data?.pages
  const pages = useMemo(() => withoutDuplicates(answers ?? []), [answers])
  const items = useMemo(() => pages.flat(), [pages])
  const selection = useSelection(items)
  const { run, progress } = useActions(collection)
  const { toggle } = selection
  const session = useSession()
  const texts = useRowTexts()
  const onAction = useCallback(
    async (action: Action, item: Item) => {
      if (await agrees(collection, action, [item])) await run(action, [item])
    },
    [collection, run],
  )
  const frame = useMemo<RowFrame>(
    () => ({
      session,
      collection,
      columns: trashColumns({ session, t: i18next.getFixedT(null, 'lists'), deletedLabel: t('deletedAt') }),
      actions,
      // Items in the trash cannot be edited, so their titles are no links.
      opens: false,
      texts,
      onToggle: toggle,
      onAction: (action, item) => void onAction(action, item),
    }),
    [collection, session, t, texts, toggle, onAction],
  )
  if (query.isPending) return <ListSkeleton />
  if (query.isError && items.length === 0)
    return <FailureState error={query.error} onRetry={() => void query.refetch()} />
  return (
    <>
      {/* While an action runs, the table stays, even if the action has removed all its rows. */}
      {items.length === 0 && progress === null ? (
        <EmptyState
          icon={Trash2}
          title={t('empty.ofCollection', { what: collection.label })}
          text={t('empty.text')}
        />
      ) : (
        <ItemTable
          label={t('table', { what: collection.label })}
          pages={pages}
          frame={frame}
          hasMore={query.hasNextPage}
          selection={selection}
          order={null}
        />
      )}
      <EndOfPages pages={query} />
      <BulkBar
        actions={actions}
        selection={selection}
        progress={progress}
        run={run}
        agrees={(action, targets) => agrees(collection, action, targets)}
      />
    </>
  )
}

/** Asks for a confirmation if the action deletes permanently. Returns whether it may run. */
async function agrees(collection: Collection, action: Action, items: readonly Item[]): Promise<boolean> {
  if (action !== deletePermanently) return true
  const count = items.length
  const [only] = items
  return confirm({
    title: i18next.t('trash:forever.title', { count }),
    text:
      count === 1 && only !== undefined
        ? i18next.t('trash:forever.one', { title: inSentence(headingOf(collection, only)) })
        : i18next.t('trash:forever.text', { count }),
    action: i18next.t('lists:action.deletePermanently'),
    isDangerous: true,
  })
}
