import { Button, Progress as ProgressBar, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../session/session.tsx'
import { SelectionBar } from '../../ui/selection-bar.tsx'
import { type Action, isFor } from './actions.ts'
import type { Item } from './queries.ts'
import { ReachChoice } from './reach-choice.tsx'
import type { RunAction, Progress } from './use-actions.tsx'
import type { Reach } from './use-reach.ts'
import type { Selection } from './use-selection.ts'

interface BulkBarProps<Listed extends Item> {
  readonly actions: readonly Action[]
  readonly selection: Selection<Listed>
  /** null while no action runs */
  readonly progress: Progress | null
  readonly run: RunAction
  /**
   * which translations of the selected rows the actions are for: those that the rows show (`shown`) or all; null or
   * absent if there are no others
   */
  readonly reach?: Reach | null
  /** asks before an action starts; returns whether it may start */
  readonly agrees?: (action: Action, items: readonly Item[]) => Promise<boolean>
  /** further actions, which ask for something first */
  readonly renderMore?: (start: (action: Action) => void, isBusy: boolean) => ReactNode
}

/**
 * The actions on the selected items, or on all of their translations; each runs on those that the person may change.
 */
export function BulkBar<Listed extends Item>({
  actions,
  selection,
  progress,
  run,
  reach = null,
  agrees,
  renderMore,
}: BulkBarProps<Listed>) {
  const { t } = useTranslation('lists')
  const session = useSession()
  const { clear, drop } = selection
  const count = selection.items.length
  const items = reach?.items ?? selection.items
  const isBusy = progress !== null || reach?.isPending === true
  if (count === 0 && progress === null) return null
  const start = async (action: Action): Promise<void> => {
    const targets = items.filter((item) => isFor(action, session, item))
    if (agrees !== undefined && !(await agrees(action, targets))) return
    // The message about the result mentions the numbers of items that are left out, and of translations that stay as
    // they are: none if the action is for all of them.
    const forbidden = items.filter((item) => !action.isAllowed(session, item)).length
    const done = new Set(
      await run(action, targets, {
        forbidden,
        unchanged: items.length - targets.length - forbidden,
        ...(reach !== null && {
          translations: reach.value === 'all' ? 0 : reach.counts.all - reach.counts.shown,
        }),
      }),
    )
    // A row stays selected while one of its translations is not done.
    const rowOf = (item: Item) => (reach?.value === 'all' ? item.translationGroup : item.id)
    const doneRows = new Set([...done].map(rowOf))
    const failedRows = new Set(targets.filter((item) => !done.has(item)).map(rowOf))
    drop(selection.items.filter((item) => doneRows.has(rowOf(item)) && !failedRows.has(rowOf(item))))
  }
  return (
    <SelectionBar
      label={t('bulk.label')}
      count={t('bulk.selected', { count })}
      clear={t('bulk.clear')}
      onClear={clear}
      progress={progress === null || progress.total < 2 ? null : <Running progress={progress} />}
    >
      {reach !== null && <ReachChoice reach={reach} />}
      {actions.map((action) => {
        const targetCount = items.filter((item) => isFor(action, session, item)).length
        if (targetCount === 0) return null
        return (
          <Button
            key={action.name}
            size="compact-md"
            variant={action.isDangerous === true ? 'light' : 'default'}
            {...(action.isDangerous === true && { color: 'red' })}
            disabled={isBusy}
            onClick={() => void start(action)}
          >
            {t('bulk.action', { action: t(`action.${action.name}`), count: targetCount })}
          </Button>
        )
      })}
      {renderMore?.((action) => void start(action), isBusy)}
    </SelectionBar>
  )
}

function Running({ progress: { action, done, total } }: { readonly progress: Progress }) {
  const { t } = useTranslation('lists')
  const text = t('bulk.progress', { action: t(`action.${action.name}`), done, total })
  return (
    <>
      <Text size="sm" role="status" mb={4}>
        {text}
      </Text>
      <ProgressBar value={(done / total) * 100} aria-label={text} mb="xs" />
    </>
  )
}
