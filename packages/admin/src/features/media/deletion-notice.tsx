import { List, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { FoundUsages } from './find-usages.ts'
import { UsageEntry } from './usage-entry.tsx'

interface NoticeProps {
  /** number of files that will be deleted */
  readonly count: number
  /** number of selected files that the person may not delete */
  readonly skipped: number
  readonly found: FoundUsages
}

/** maximum number of usages that a confirmation names; the rest is only counted */
const mostUsages = 8

/** Lists what a deletion removes, and where it is used. */
export function DeletionNotice({ count, skipped, found }: NoticeProps) {
  const { t } = useTranslation('media')
  return (
    <Stack gap="xs">
      <Consequences count={count} found={found} />
      {skipped > 0 && <Text size="sm">{t('delete.skipped', { count: skipped })}</Text>}
      <Text size="sm" fw={650}>
        {t('delete.text')}
      </Text>
    </Stack>
  )
}

/** Where the files are used, if that is known. */
function Consequences({ count, found }: Pick<NoticeProps, 'count' | 'found'>) {
  const { t } = useTranslation('media')
  const { usages, isComplete, isUnknown } = found
  if (isUnknown) return <Text size="sm">{t('delete.unknown')}</Text>
  if (usages.length === 0 && isComplete) return <Text size="sm">{t('delete.unused', { count })}</Text>
  const rest = usages.length - mostUsages
  return (
    <>
      <Text size="sm">{count === 1 ? t('delete.used', { count: usages.length }) : t('delete.usedMany')}</Text>
      <List size="sm">
        {usages.slice(0, mostUsages).map((usage) => (
          <List.Item key={`${usage.kind} ${usage.id}`}>
            <UsageEntry usage={usage} isInQuestion />
          </List.Item>
        ))}
        {rest > 0 && <List.Item>{t('delete.more', { count: rest })}</List.Item>}
        {!isComplete && <List.Item>{t('usage.incomplete')}</List.Item>}
      </List>
    </>
  )
}
