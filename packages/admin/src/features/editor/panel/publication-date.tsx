import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Item } from '../autosave/state.ts'
import type { Actions } from '../use-actions.ts'
import { TimeForm } from './time-form.tsx'

interface PublicationDateProps {
  readonly item: Item
  readonly actions: Actions
}

/** A form for editors to change the publication date of an item. */
export function PublicationDate({ item, actions }: PublicationDateProps) {
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
        {t('actions.setPublishedAt')}
      </Button>
    )
  }
  return (
    <TimeForm
      at={start}
      label={t('details.publishedAt')}
      action={t('actions.setPublishedAt')}
      isBusy={actions.busy === 'setPublishedAt'}
      check={(iso) => (Date.parse(iso) <= Date.now() ? undefined : t('details.future'))}
      onSubmit={(iso) => void actions.setPublishedAt(iso).then((isOver) => isOver && setStart(null))}
      onCancel={() => setStart(null)}
    />
  )
}
