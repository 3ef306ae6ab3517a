import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface BlockButtonsProps {
  /** the block is put in, and not changed */
  readonly isNew: boolean
  readonly onCancel: () => void
}

/** How the dialog of a block ends. */
export function BlockButtons({ isNew, onCancel }: BlockButtonsProps) {
  const { t } = useTranslation('richText')
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onCancel}>
        {t('cancel')}
      </Button>
      <Button type="submit">{t(isNew ? 'block.insert' : 'block.apply')}</Button>
    </Group>
  )
}
