import { Alert, List, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { failureText } from '../../api/failure-text.ts'
import { TitleLink } from '../../ui/links.tsx'
import { tones } from '../../ui/tones.ts'
import { fieldOf, useCollectionLookup } from '../../session/collection-lookup.ts'
import type { FoundItem, ItemsById } from '../items/use-items-by-id.ts'
import classes from './changes.module.css'
import { useMemberName } from './member-name.ts'
import { PartName } from './part-name.tsx'
import type { Conflict, Undo } from './use-undo.ts'

interface UndoResultProps {
  readonly undo: Undo
  readonly items: ItemsById
  /** whether the result is short, for a narrow place */
  readonly isBrief?: boolean
}

/** The result of undoing a change. If objects that were edited since prevent it, lists them with their fields. */
export function UndoResult({ undo, items, isBrief = false }: UndoResultProps) {
  const { state, error, conflicts } = undo
  const { t } = useTranslation('changes')
  const { t: common } = useTranslation()
  if (state === 'done')
    return (
      <Text size="sm" role="status" className={(isBrief ? undefined : classes['details']) ?? ''}>
        {t(isBrief ? 'undoneShort' : 'undone')}
      </Text>
    )
  if (state !== 'failed') return null
  return (
    <Alert vars={tones.warn} role="alert" className={(isBrief ? undefined : classes['result']) ?? ''}>
      {conflicts.length === 0 ? failureText(error, common) : t('conflict')}
      {conflicts.length > 0 && (
        <List size="sm" mt={4}>
          {conflicts.map((conflict) => (
            <ConflictEntry key={conflict.id} conflict={conflict} of={items.get(conflict.id)} />
          ))}
        </List>
      )}
    </Alert>
  )
}

interface ConflictProps {
  readonly conflict: Conflict
  /** the item as it is now; undefined for a part of the site, and for an item that is deleted or in the trash */
  readonly of: FoundItem | undefined
}

function ConflictEntry({ conflict: { collection = '', type, id, name, fields }, of }: ConflictProps) {
  const { t } = useTranslation('changes')
  const memberName = useMemberName()
  const itemCollection = useCollectionLookup()(collection)
  // The service reports `id` as the only field of something that was deleted since, or created again.
  const isGone = fields.length === 1 && fields[0] === 'id'

  if (type !== undefined)
    return (
      <List.Item>
        <PartName part={{ type, name }} />:{' '}
        {isGone ? t('gone') : fields.map((field) => memberName(field)).join(', ')}
      </List.Item>
    )
  // The service names no collection for an item whose former slug another item has taken; `name` is then the slug.
  const hasNoLink = isGone || collection === ''
  return (
    <List.Item>
      {hasNoLink ? (
        <bdi>{name}</bdi>
      ) : (
        <TitleLink to="/content/$collection/$id" params={{ collection, id }}>
          <bdi>{of?.title ?? name}</bdi>
        </TitleLink>
      )}
      :{' '}
      {isGone ? t('gone') : fields.map((field) => fieldOf(itemCollection, field)?.label ?? field).join(', ')}
    </List.Item>
  )
}
