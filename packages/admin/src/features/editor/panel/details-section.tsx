import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../../session/session.tsx'
import { TimeText } from '../../../ui/times.tsx'
import { useDraft } from '../editor-context.ts'
import type { Actions } from '../use-actions.ts'
import { PersonName } from './person-name.tsx'
import { PublicationDate } from './publication-date.tsx'

/** The author of the item and its dates. */
export function DetailsSection({ actions }: { readonly actions: Actions }) {
  const { t } = useTranslation('editor')
  const { can } = useSession()
  const item = useDraft((draft) => draft.item)
  if (item === null) return null
  const times = [
    ['details.created', item.createdAt],
    ['details.updated', item.updatedAt],
    ['details.published', item.publishedAt],
  ] as const
  return (
    <>
      <Text size="sm">
        {t('details.author')} <PersonName id={item.authorId} />
      </Text>
      {times.map(([name, time]) =>
        time === null ? null : (
          <Text key={name} size="sm">
            {t(name)} <TimeText iso={time} />
          </Text>
        ),
      )}
      {can('content.setPublishedAt') && <PublicationDate item={item} actions={actions} />}
    </>
  )
}
