import { Button, Progress as ProgressBar, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../session/session.tsx'
import { SelectionBar } from '../../ui/selection-bar.tsx'
import { type Act, isFor } from './acts.ts'
import type { Item } from './queries.ts'
import type { RunAct, Progress } from './use-acts.tsx'
import type { Selection } from './use-selection.ts'

interface BulkBarProps<Listed extends Item> {
  readonly acts: readonly Act[]
  readonly selection: Selection<Listed>
  readonly progress: Progress | null
  readonly run: RunAct
  /** asks before an action starts; returns whether it may start */
  readonly agrees?: (act: Act, items: readonly Item[]) => Promise<boolean>
  /** further actions, which ask for something first */
  readonly renderMore?: (start: (act: Act) => void, isBusy: boolean) => ReactNode
}

/** The actions on the selected items; each runs on those that the person may change. */
export function BulkBar<Listed extends Item>({
  acts,
  selection,
  progress,
  run,
  agrees,
  renderMore,
}: BulkBarProps<Listed>) {
  const { t } = useTranslation('lists')
  const session = useSession()
  const { items, clear, drop } = selection
  const count = items.length
  if (count === 0 && progress === null) return null
  const start = async (act: Act): Promise<void> => {
    const targets = items.filter((item) => isFor(act, session, item))
    if (agrees !== undefined && !(await agrees(act, targets))) return
    const forbidden = items.filter((item) => !act.isAllowed(session, item)).length
    const leftOut = { forbidden, unchanged: items.length - targets.length - forbidden }
    const done = new Set((await run(act, targets, leftOut)).map(({ id }) => id))
    drop(targets.filter(({ id }) => done.has(id)))
  }
  return (
    <SelectionBar
      label={t('bulk.label')}
      count={t('bulk.selected', { count })}
      clear={t('bulk.clear')}
      onClear={clear}
      progress={progress === null || progress.total < 2 ? null : <Running progress={progress} />}
    >
      {acts.map((act) => {
        const targetCount = items.filter((item) => isFor(act, session, item)).length
        if (targetCount === 0) return null
        return (
          <Button
            key={act.name}
            size="compact-md"
            variant={act.isDangerous === true ? 'light' : 'default'}
            {...(act.isDangerous === true && { color: 'red' })}
            disabled={progress !== null}
            onClick={() => void start(act)}
          >
            {t('bulk.action', { act: t(`act.${act.name}`), count: targetCount })}
          </Button>
        )
      })}
      {renderMore?.((act) => void start(act), progress !== null)}
    </SelectionBar>
  )
}

function Running({ progress: { act, done, total } }: { readonly progress: Progress }) {
  const { t } = useTranslation('lists')
  const text = t('bulk.progress', { act: t(`act.${act.name}`), done, total })
  return (
    <>
      <Text size="sm" role="status" mb={4}>
        {text}
      </Text>
      <ProgressBar value={(done / total) * 100} aria-label={text} mb="xs" />
    </>
  )
}
