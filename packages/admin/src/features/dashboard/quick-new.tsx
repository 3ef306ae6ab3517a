import { Group } from '@mantine/core'
import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type Collection, withoutSingletons, useSession } from '../../session/session.tsx'
import { RouterButton } from '../../ui/links.tsx'

/** A button for a new item of each collection. */
export function QuickNew({ collections }: { readonly collections: readonly Collection[] }) {
  const { t } = useTranslation(['dashboard', 'lists'])
  const { can } = useSession()
  if (!can('content.create')) return null
  return (
    <Group gap="xs" role="group" aria-label={t('write')}>
      {withoutSingletons(collections).map(({ slug, label, labelSingular }) => (
        <RouterButton
          key={slug}
          variant="default"
          to="/content/$collection/new"
          params={{ collection: slug }}
          leftSection={<Plus size={16} aria-hidden />}
        >
          {t('lists:new', { what: labelSingular ?? label })}
        </RouterButton>
      ))}
    </Group>
  )
}
