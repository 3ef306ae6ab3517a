import { Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './selectable-grid.module.css'

interface PickedBarProps {
  readonly count: number
  readonly onTake: () => void
}

/** The number of chosen files, and the button that confirms them; sticky below a long list. */
export function PickedBar({ count, onTake }: PickedBarProps) {
  const { t } = useTranslation('media')
  return (
    <Group justify="space-between" gap="xs" className={classes['picked'] ?? ''}>
      <Text size="sm" fw={650} role="status">
        {t('selected', { count })}
      </Text>
      <Button disabled={count === 0} onClick={onTake}>
        {t('picker.take')}
      </Button>
    </Group>
  )
}
