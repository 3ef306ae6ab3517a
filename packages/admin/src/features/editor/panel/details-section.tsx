import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { TimeText } from '../../../ui/times.tsx'
import { useDraft } from '../editor-context.ts'
import { PersonName } from './person-name.tsx'

/** Who began the item, and when what happened to it. */
export function DetailsSection() {
  const { t } = useTranslation('editor')
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
    </>
  )
}
