import { Button, Group, Input, Text } from '@mantine/core'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type ControlProps, wrapperOf } from './field-editor.ts'
import classes from './fields.module.css'
import { usePicturePlace } from './use-picture-place.ts'

interface PickedProps {
  readonly control: ControlProps
  readonly isEmpty: boolean
  readonly icon: LucideIcon
  /** the label of the button while nothing is chosen */
  readonly choose: string
  readonly onPick: () => void
  /** further buttons for the chosen entry */
  readonly more?: ReactNode
  /** accepts images that are pasted or dropped here */
  readonly onPictures?: (files: readonly File[]) => void
  /** the chosen entry */
  readonly children: ReactNode
}

/** The control of a value from the media library: the value, and buttons to replace or clear it. */
export function Picked({
  control,
  isEmpty,
  icon: Icon,
  choose,
  onPick,
  more,
  onPictures,
  children,
}: PickedProps) {
  const { t } = useTranslation(['editor', 'common'])
  const { onChange, isReadOnly, name } = control
  const pictureHandlers = usePicturePlace(isReadOnly ? undefined : onPictures)
  return (
    <Input.Wrapper {...wrapperOf(control)} labelElement="div">
      <div className={classes['box']} role="group" aria-label={name} {...pictureHandlers}>
        {children}
        {!isReadOnly && (
          <Group gap="xs">
            <Button variant="default" leftSection={<Icon size={16} aria-hidden />} onClick={onPick}>
              {isEmpty ? choose : t('fields.pickOther')}
            </Button>
            {more}
            {!isEmpty && (
              <Button variant="subtle" color="red" onClick={() => onChange(null)}>
                {t('common:remove')}
              </Button>
            )}
            {onPictures !== undefined && (
              <Text size="sm" c="dimmed">
                {t('fields.dropPicture')}
              </Text>
            )}
          </Group>
        )}
      </div>
    </Input.Wrapper>
  )
}
