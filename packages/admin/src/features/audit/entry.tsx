import { Text } from '@mantine/core'
import type { AuditEntry } from '@octavo/contract/operations/audit'
import { useTranslation } from 'react-i18next'
import { usePersonName } from '../../api/person-names.ts'
import type { FoundItem } from '../items/use-items-by-id.ts'
import { RouterAnchor } from '../../ui/links.tsx'
import { DisclosureEntry } from '../../ui/disclosure-entry.tsx'
import { actionName } from './action-names.ts'
import { Changes } from './changes.tsx'
import { type Narrowed, NarrowTo } from './narrowed.tsx'

interface EntryProps {
  readonly entry: AuditEntry
  /** the item that it is about, where it is an item that is not in the trash */
  readonly of: FoundItem | undefined
  readonly onNarrow: (narrowed: Narrowed) => void
}

/** An entry in one line; the details open below it. */
export function Entry({ entry, of, onNarrow }: EntryProps) {
  const { t } = useTranslation('audit')
  const name = usePersonName(entry.userId) ?? entry.userId
  const who = name ?? t(entry.door === 'job' || entry.door === 'cli' ? 'service' : 'nobody')
  return (
    <DisclosureEntry
      heading={
        <>
          <Text component="span" fw={600} dir="auto">
            {actionName(entry.action)}
          </Text>{' '}
          <Text component="span" dir="auto">
            {of?.title ?? entry.targetName ?? entry.targetId ?? entry.targetType}
          </Text>
        </>
      }
      detail={
        <>
          {who} · {t(`doors.${entry.door}`)} · <code>{entry.action}</code>
        </>
      }
      time={entry.at}
    >
      {of !== undefined && (
        <RouterAnchor
          to="/content/$collection/$id"
          params={{ collection: of.collection.slug, id: of.item.id }}
          size="sm"
          display="block"
          mb="xs"
        >
          {t('openItem', { title: of.title })}
        </RouterAnchor>
      )}
      <Changes entry={entry} />
      <NarrowTo entry={entry} onNarrow={onNarrow} />
    </DisclosureEntry>
  )
}
