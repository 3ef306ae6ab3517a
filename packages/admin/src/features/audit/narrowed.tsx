import { Button, Group, Pill } from '@mantine/core'
import type { AuditEntry } from '@octavo/contract/operations/audit'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { AuditQuery } from './audit-filters.tsx'

/** The target, session, token or app that the log is filtered by, and its label. */
export interface Narrowed {
  readonly label: string
  readonly filters: Pick<AuditQuery, 'targetType' | 'targetId' | 'sessionId' | 'tokenId' | 'clientId'>
}

interface NarrowToProps {
  readonly entry: AuditEntry
  readonly onNarrow: (narrowed: Narrowed) => void
}

/** Buttons that narrow the log to the entries with the same target, session, token or app as this one. */
export function NarrowTo({ entry, onNarrow }: NarrowToProps) {
  const { t } = useTranslation('audit')
  return (
    <Group gap="xs" mt="sm">
      {narrowingsOf(entry, t).map((narrowed) => (
        <Button
          key={narrowed.label}
          size="compact-sm"
          variant="default"
          maw="100%"
          onClick={() => onNarrow(narrowed)}
        >
          <bdi>{narrowed.label}</bdi>
        </Button>
      ))}
    </Group>
  )
}

/** What the log can be narrowed to from an entry: its target, and where the change came from. */
function narrowingsOf(entry: AuditEntry, t: TFunction<'audit'>): Narrowed[] {
  const { targetType, targetId, targetName, sessionId, tokenId, clientId } = entry
  return [
    ...(targetId === null
      ? []
      : [{ label: t('only.target', { name: targetName ?? targetId }), filters: { targetType, targetId } }]),
    ...(sessionId === null ? [] : [{ label: t('only.session', { id: sessionId }), filters: { sessionId } }]),
    ...(tokenId === null ? [] : [{ label: t('only.token', { id: tokenId }), filters: { tokenId } }]),
    ...(clientId === null ? [] : [{ label: t('only.app', { id: clientId }), filters: { clientId } }]),
  ]
}

interface NarrowedToProps {
  readonly narrowed: Narrowed
  readonly onEnd: () => void
}

/** Shows what the log is filtered by, with a button that ends it. */
export function NarrowedTo({ narrowed: { label }, onEnd }: NarrowedToProps) {
  const { t } = useTranslation('audit')
  return (
    <Pill
      mb="md"
      size="md"
      withRemoveButton
      onRemove={onEnd}
      removeButtonProps={{ 'aria-label': t('only.end'), 'aria-hidden': false, tabIndex: 0 }}
    >
      <bdi>{label}</bdi>
    </Pill>
  )
}
