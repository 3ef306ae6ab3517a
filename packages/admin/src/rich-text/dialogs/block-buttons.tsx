import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface BlockButtonsProps {
  /** whether the block is new */
  readonly isNew: boolean
  readonly onCancel: () => void
}

/** The buttons at the end of a block's dialog. */
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
