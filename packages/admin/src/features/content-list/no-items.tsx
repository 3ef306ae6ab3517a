import { Button } from '@mantine/core'
import { FileText, SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type Collection, useSession } from '../../session/session.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { NewButton } from './new-button.tsx'

/** The empty state of a collection without items. */
export function NoItems({ collection }: { readonly collection: Collection }) {
  const { t } = useTranslation('lists')
  const mayCreate = useSession().can('content.create')
  return (
    <EmptyState
      icon={FileText}
      title={t('empty.title', { what: collection.label })}
      text={collection.description ?? t(mayCreate ? 'empty.text' : 'empty.textReadOnly')}
      action={mayCreate && <NewButton collection={collection} locale="" />}
    />
  )
}

/** The empty state of a search or a filter without results. */
export function NothingMatches({ onReset }: { readonly onReset: () => void }) {
  const { t } = useTranslation('lists')
  return (
    <EmptyState
      icon={SearchX}
      title={t('nothing.title')}
      text={t('nothing.text')}
      action={
        <Button variant="default" onClick={onReset}>
          {t('nothing.action')}
        </Button>
      }
    />
  )
}
