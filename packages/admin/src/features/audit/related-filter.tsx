import { Button, Group, Pill } from '@mantine/core'
import type { AuditEntry } from '@octavo/contract/operations/audit'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { AuditQuery } from './audit-filters.tsx'

/** The target, session, token or app that the log is filtered by, and its label. */
export interface RelatedFilter {
  readonly label: string
  readonly filters: Pick<AuditQuery, 'targetType' | 'targetId' | 'sessionId' | 'tokenId' | 'clientId'>
}

interface RelatedFilterButtonsProps {
  readonly entry: AuditEntry
  readonly onFilter: (relatedFilter: RelatedFilter) => void
}

/** Buttons that filter the log by the target, the session, the token or the app of an entry. */
export function RelatedFilterButtons({ entry, onFilter }: RelatedFilterButtonsProps) {
  const { t } = useTranslation('audit')
  return (
    <Group gap="xs" mt="sm">
      {relatedFiltersOf(entry, t).map((relatedFilter) => (
        <Button
          key={relatedFilter.label}
          size="compact-sm"
          variant="default"
          maw="100%"
          onClick={() => onFilter(relatedFilter)}
        >
          <bdi>{relatedFilter.label}</bdi>
        </Button>
      ))}
    </Group>
  )
}

/** The filters by what an entry is related to: its target, and where the change came from. */
function relatedFiltersOf(entry: AuditEntry, t: TFunction<'audit'>): RelatedFilter[] {
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

interface ActiveRelatedFilterProps {
  readonly filter: RelatedFilter
  readonly onEnd: () => void
}

/** Shows what the log is filtered by, with a button that ends it. */
export function ActiveRelatedFilter({ filter: { label }, onEnd }: ActiveRelatedFilterProps) {
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
