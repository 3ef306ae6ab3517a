import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../../session/session.tsx'
import { TimeText } from '../../../ui/times.tsx'
import { useDraft } from '../editor-context.ts'
import type { Acts } from '../use-acts.ts'
import { PersonName } from './person-name.tsx'
import { PublicationDate } from './publication-date.tsx'

/** The author of the item and its dates. */
export function DetailsSection({ acts }: { readonly acts: Acts }) {
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
      {can('content.setPublishedAt') && <PublicationDate item={item} acts={acts} />}
    </>
  )
}
