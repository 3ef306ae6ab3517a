import { List, Stack, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { failureText } from '../../api/failure-text.ts'
import type { Act } from './acts.ts'

interface FailedItem {
  readonly id: string
  readonly title: string
  readonly error: unknown
}

/** Shows which items of many something did not work for, and why. */
export function showFailed(act: Act, failed: readonly FailedItem[]): void {
  modals.open({
    title: i18next.t('lists:failed.title', { count: failed.length }),
    children: <FailedItems act={act} failed={failed} />,
  })
}

function FailedItems({ act, failed }: { readonly act: Act; readonly failed: readonly FailedItem[] }) {
  const { t } = useTranslation('lists')
  const { t: common } = useTranslation()
  return (
    <Stack gap="sm">
      <Text size="sm">{t('failed.text', { act: t(`act.${act.name}`) })}</Text>
      <List size="sm" spacing="xs">
        {failed.map(({ id, title, error }) => (
          <List.Item key={id}>
            <Text span fw={600} dir="auto">
              {title}
            </Text>
            <br />
            {failureText(error, common)}
          </List.Item>
        ))}
      </List>
    </Stack>
  )
}
