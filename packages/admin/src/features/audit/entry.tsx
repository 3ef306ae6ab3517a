import { Text } from '@mantine/core'
import type { AuditEntry } from '@octavo/contract/operations/audit'
import { isId } from '@octavo/contract/slug'
import { useTranslation } from 'react-i18next'
import { shownName, usePersonName } from '../../api/person-names.ts'
import type { FoundItem } from '../items/use-items-by-id.ts'
import { DisclosureEntry } from '../../ui/disclosure-entry.tsx'
import { actionName } from './action-names.ts'
import { Changes } from './changes.tsx'
import { type RelatedFilter, RelatedFilterButtons } from './related-filter.tsx'
import { TargetLink } from './target-link.tsx'

interface EntryProps {
  readonly entry: AuditEntry
  /**
   * the item that the entry is about; undefined if it is about something else, or the item is deleted or in the trash
   */
  readonly of: FoundItem | undefined
  /** whether `of` may just be loading */
  readonly isLoading: boolean
  readonly onFilter: (relatedFilter: RelatedFilter) => void
}

/** An entry in one line; the details open below it. */
export function Entry({ entry, of, isLoading, onFilter }: EntryProps) {
  const { t } = useTranslation('audit')
  const name = usePersonName(entry.userId)
  const isByService = entry.interface === 'job' || entry.interface === 'cli'
  const author = shownName(name, entry.userId ?? t(isByService ? 'service' : 'nobody'))
  const isAboutSettings = entry.targetType === 'settings'
  const nameOrId = entry.targetName ?? entry.targetId
  // The id of something without a name, such as a session, says nothing to people.
  const readableTarget = isLoading || isId(nameOrId ?? '') ? null : nameOrId
  // An action such as "Settings changed" names them already.
  const settings = entry.action.startsWith('settings.') ? null : t('targets.settings')
  const about = isAboutSettings ? settings : (of?.title ?? readableTarget)
  return (
    <DisclosureEntry
      heading={<bdi>{actionName(entry.action)}</bdi>}
      {...(about !== null && {
        about: (
          <TargetLink entry={entry} of={of}>
            <bdi>{about}</bdi>
          </TargetLink>
        ),
      })}
      detail={
        <>
          <bdi>{author}</bdi> · {t(`interfaces.${entry.interface}`)}
        </>
      }
      time={entry.at}
    >
      <Changes entry={entry} />
      <Text size="sm" c="dimmed" mt="xs">
        {t('operation')}: <code>{entry.action}</code>
      </Text>
      <RelatedFilterButtons entry={entry} onFilter={onFilter} />
    </DisclosureEntry>
  )
}
