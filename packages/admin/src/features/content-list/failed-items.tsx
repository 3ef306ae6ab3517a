import { List, Stack, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { failureText } from '../../api/failure-text.ts'
import type { Action } from './actions.ts'

interface FailedItem {
  readonly id: string
  readonly title: string
  /** the name of its language, if the items are in several */
  readonly language?: string
  readonly error: unknown
}

interface Failure {
  readonly action: Action
  readonly failed: readonly FailedItem[]
  /** whether the action failed for all items */
  readonly isAll: boolean
}

/** Lists the items that an action failed for, with the reasons. */
export function showFailed(failure: Failure): void {
  const { failed } = failure
  modals.open({
    title: i18next.t('lists:failed.title', { count: failed.length }),
    children: <FailedItems {...failure} />,
  })
}

function FailedItems({ action, failed, isAll }: Failure) {
  const { t } = useTranslation('lists')
  const { t: common } = useTranslation()
  return (
    <Stack gap="sm">
      <Text size="sm">{t(isAll ? 'failed.all' : 'failed.text', { action: t(`action.${action.name}`) })}</Text>
      <List size="sm" spacing="xs">
        {failed.map(({ id, title, language, error }) => (
          <List.Item key={id}>
            <Text span fw={650} dir="auto">
              {title}
            </Text>
            {language !== undefined && ` (${language})`}
            <br />
            {failureText(error, common)}
          </List.Item>
        ))}
      </List>
    </Stack>
  )
}
