import { Alert, List } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { RouterAnchor } from '../../ui/links.tsx'
import { tones } from '../../ui/tones.ts'
import type { ChangeSetDetails } from './change-set-queries.ts'
import { fieldOf, usePlaces } from '../items/place.ts'

/** What stands against applying a set now, by item and field. */
export function SetConflicts({ conflicts }: Pick<ChangeSetDetails, 'conflicts'>) {
  const { t } = useTranslation('changeSets')
  if (conflicts.length === 0) return null
  return (
    <Alert
      icon={<TriangleAlert size={18} aria-hidden />}
      title={t('conflicts.title', { count: conflicts.length })}
      vars={tones.warn}
      role="alert"
    >
      {t('conflicts.text')}
      <List size="sm" mt="xs">
        {conflicts.map((conflict) => (
          <Conflict
            key={[conflict.id, ...conflict.entries, ...conflict.fields].join(' ')}
            conflict={conflict}
          />
        ))}
      </List>
    </Alert>
  )
}

interface ConflictProps {
  readonly conflict: ChangeSetDetails['conflicts'][number]
}

function Conflict({ conflict: { collection, id, name, fields, message } }: ConflictProps) {
  const { t } = useTranslation('changeSets')
  const place = usePlaces()(collection)
  const labels = fields.map((field) =>
    field === 'deletedAt' ? t('conflicts.trashed') : (fieldOf(place, field)?.label ?? field),
  )
  if (collection === null || id === null) return <List.Item dir="auto">{message}</List.Item>
  return (
    <List.Item>
      <RouterAnchor to="/content/$collection/$id" params={{ collection, id }} fw={600}>
        <bdi>{name ?? id}</bdi>
      </RouterAnchor>
      : {labels.length === 0 ? message : labels.join(', ')}
    </List.Item>
  )
}
