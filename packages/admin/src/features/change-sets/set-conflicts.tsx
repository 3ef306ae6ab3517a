import { Alert, List } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFirstOnes } from '../../ui/first-ones.tsx'
import { tones } from '../../ui/tones.ts'
import type { ChangeSetDetails } from '../in-change-set/change-set-queries.ts'
import { fieldOf, useCollectionLookup } from '../../session/collection-lookup.ts'
import { ItemOfSet } from './item-of-set.tsx'

/** The conflicts that prevent a set from being applied now, by item and field. */
export function SetConflicts({ set }: { readonly set: ChangeSetDetails }) {
  const { t } = useTranslation('changeSets')
  const { conflicts } = set
  const { shown, more } = useFirstOnes(conflicts, 8)
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
        {shown.map((conflict) => (
          <Conflict
            key={[conflict.id, ...conflict.entries, ...conflict.fields].join(' ')}
            set={set}
            conflict={conflict}
          />
        ))}
      </List>
      {more}
    </Alert>
  )
}

interface ConflictProps {
  readonly set: ChangeSetDetails
  readonly conflict: ChangeSetDetails['conflicts'][number]
}

function Conflict({ set, conflict: { collection, id, name, fields, message } }: ConflictProps) {
  const { t } = useTranslation('changeSets')
  const itemCollection = useCollectionLookup()(collection)
  const labels = fields.map((field) =>
    field === 'deletedAt' ? t('conflicts.trashed') : (fieldOf(itemCollection, field)?.label ?? field),
  )
  // An entry that names no item could not be run.
  if (collection === null || id === null) return <List.Item dir="auto">{message}</List.Item>
  return (
    <List.Item>
      <ItemOfSet set={set} item={{ collection, id, name: name ?? id }} inherit fw={650} />:{' '}
      {labels.length === 0 ? message : labels.join(', ')}
    </List.Item>
  )
}
