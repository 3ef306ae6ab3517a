import { Alert, List, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { failureText } from '../../api/failure-text.ts'
import { type Collection, useWorkspace } from '../../session/session.tsx'
import { RouterAnchor } from '../../ui/links.tsx'
import { tones } from '../../ui/tones.ts'
import type { DeskItem } from '../dashboard/use-desk-items.ts'
import classes from './changes.module.css'
import type { Conflict, Undo } from './use-undo.ts'

interface UndoResultProps {
  readonly undo: Undo
  readonly items: ReadonlyMap<string, DeskItem>
}

/** What came of undoing a change: items that were edited since are named with their fields. */
export function UndoResult({ undo: { state, error, conflicts }, items }: UndoResultProps) {
  const { t } = useTranslation('changes')
  const { t: common } = useTranslation()
  if (state === 'done')
    return (
      <Text size="sm" role="status" className={classes['details'] ?? ''}>
        {t('undone')}
      </Text>
    )
  if (state !== 'failed') return null
  return (
    <Alert vars={tones.warn} role="alert" className={classes['result'] ?? ''}>
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
  readonly of: DeskItem | undefined
}

function ConflictEntry({ conflict: { collection, id, name, fields }, of }: ConflictProps) {
  const { t } = useTranslation('changes')
  const place = useWorkspace().collections.find(({ slug }) => slug === collection)
  const isGone = fields.length === 1 && fields[0] === 'id'
  return (
    <List.Item>
      {isGone ? (
        <bdi>{name}</bdi>
      ) : (
        <RouterAnchor to="/content/$collection/$id" params={{ collection, id }} fw={600}>
          <bdi>{of?.title ?? name}</bdi>
        </RouterAnchor>
      )}
      : {isGone ? t('gone') : fields.map((field) => labelOf(place, field)).join(', ')}
    </List.Item>
  )
}

/** The label of a field by the name that the service gives it. */
function labelOf(collection: Collection | undefined, field: string): string {
  const slug = field.replace(/^data\./, '')
  return collection?.fields.find((one) => one.slug === slug)?.label ?? field
}
