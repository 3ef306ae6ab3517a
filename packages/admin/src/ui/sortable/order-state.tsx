import { Button, Group, Text } from '@mantine/core'
import { Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { SavedOrder } from './use-saved-order.ts'

interface OrderStateProps {
  readonly order: Omit<SavedOrder<unknown>, 'move'>
  /** instructions for moving entries */
  readonly howTo: string
}

/** Shows whether the order is saved, and undoes the last move. */
export function OrderState({ order, howTo }: OrderStateProps) {
  const { t } = useTranslation('sorting')
  const { isSaving, isSaved, canUndo, undo } = order
  const saved = isSaved ? t('saved') : howTo
  return (
    <Group justify="space-between" mb="xs" mih={36} wrap="nowrap">
      <Text size="sm" c="dimmed" role="status">
        {isSaving ? t('saving') : saved}
      </Text>
      {canUndo && (
        <Button
          size="xs"
          flex="none"
          variant="default"
          leftSection={<Undo2 size={14} aria-hidden />}
          onClick={undo}
          disabled={isSaving}
        >
          {t('undo')}
        </Button>
      )}
    </Group>
  )
}
