import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Item } from '../autosave/state.ts'
import type { Acts } from '../use-acts.ts'
import { TimeForm } from './time-form.tsx'

interface PublicationDateProps {
  readonly item: Item
  readonly acts: Acts
}

/** A form for editors to change the publication date of an item. */
export function PublicationDate({ item, acts }: PublicationDateProps) {
  const { t } = useTranslation('editor')
  /** the initial time of the form; null while it is closed */
  const [start, setStart] = useState<string | null>(null)
  if (start === null) {
    return (
      <Button
        size="compact-sm"
        variant="default"
        mt="xs"
        onClick={() => setStart(item.publishedAt ?? new Date().toISOString())}
      >
        {t('acts.setPublishedAt')}
      </Button>
    )
  }
  return (
    <TimeForm
      at={start}
      label={t('details.publishedAt')}
      action={t('acts.setPublishedAt')}
      isBusy={acts.busy === 'setPublishedAt'}
      check={(iso) => (Date.parse(iso) <= Date.now() ? undefined : t('details.future'))}
      onSubmit={(iso) => void acts.setPublishedAt(iso).then((isOver) => isOver && setStart(null))}
      onCancel={() => setStart(null)}
    />
  )
}
