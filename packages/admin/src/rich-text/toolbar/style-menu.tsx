import { Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRichText } from '../actions/context.ts'
import { styles } from '../model/schema.ts'
import { ToolMenu } from './tool-menu.tsx'
import classes from './toolbar.module.css'

interface StyleMenuProps {
  readonly style: string
  readonly isDisabled: boolean
}

/** The style of the paragraph: text, heading, quote. A style that only importers create is shown, but not offered. */
export function StyleMenu({ style, isDisabled }: StyleMenuProps) {
  const { t, i18n } = useTranslation('richText')
  const { setStyle } = useRichText()
  const nameOf = (name: string): string =>
    // The key is checked here, because a style of an importer can have any name; the cast stands for all of them.
    i18n.exists(`styles.${name}`, { ns: 'richText' }) ? t(`styles.${name as 'normal'}`) : name
  return (
    <ToolMenu
      label={nameOf(style)}
      name={t('styles.label', { style: nameOf(style) })}
      className={classes['styleButton']}
      isDisabled={isDisabled}
    >
      <Menu.RadioGroup value={style} onChange={setStyle}>
        {styles.map((offered) => (
          <Menu.RadioItem key={offered} value={offered} closeMenuOnClick>
            <span className={classes['styleName']} data-style={offered}>
              {nameOf(offered)}
            </span>
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </ToolMenu>
  )
}
