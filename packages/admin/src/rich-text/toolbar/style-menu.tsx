import { Button, Menu } from '@mantine/core'
import { ChevronDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useRichText } from '../editor/context.ts'
import { styles } from '../model/schema.ts'
import classes from './toolbar.module.css'

interface StyleMenuProps {
  readonly style: string
  readonly isDisabled: boolean
}

/** What a paragraph is: text, heading, quote. A style that only an importer makes is named, and can be left. */
export function StyleMenu({ style, isDisabled }: StyleMenuProps) {
  const { t, i18n } = useTranslation('richText')
  const { setStyle } = useRichText()
  const nameOf = (one: string): string =>
    i18n.exists(`styles.${one}`, { ns: 'richText' }) ? t(`styles.${one as 'normal'}`) : one
  return (
    <Menu
      position="bottom-start"
      shadow="md"
      returnFocus={false}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      disabled={isDisabled}
    >
      <Menu.Target>
        <Button
          data-tool
          tabIndex={-1}
          variant="subtle"
          color="gray"
          size="compact-md"
          className={classes['styleButton'] ?? ''}
          rightSection={<ChevronDown size={16} aria-hidden />}
          aria-label={t('styles.label', { style: nameOf(style) })}
          aria-disabled={isDisabled || undefined}
          data-disabled={isDisabled || undefined}
          onMouseDown={(event) => event.preventDefault()}
        >
          {nameOf(style)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={style} onChange={setStyle}>
          {styles.map((one) => (
            <Menu.RadioItem key={one} value={one} closeMenuOnClick>
              <span className={classes['styleName']} data-style={one}>
                {nameOf(one)}
              </span>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
