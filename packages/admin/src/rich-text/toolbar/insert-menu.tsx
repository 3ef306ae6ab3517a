import { Menu } from '@mantine/core'
import { ChevronDown, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useCommands } from '../actions/commands.ts'
import { useRichText } from '../actions/context.ts'
import { ToolMenu } from './tool-menu.tsx'
import classes from './toolbar.module.css'

/** The menu that inserts blocks other than text. */
export function InsertMenu() {
  const { t } = useTranslation('richText')
  const context = useRichText()
  const commands = useCommands().filter(({ isObject }) => isObject)
  return (
    <ToolMenu
      label={
        <>
          <Plus size={18} aria-hidden />
          <span className={classes['insertLabel']}>{t('insert')}</span>
          <ChevronDown size={16} aria-hidden className={classes['insertArrow']} />
        </>
      }
      name={t('insert')}
      className={classes['insertButton']}
      hasOwnArrow
    >
      {commands.map(({ id, title, icon: Icon, run }) => (
        <Menu.Item key={id} leftSection={<Icon size={16} aria-hidden />} onClick={() => run(context)}>
          {title}
        </Menu.Item>
      ))}
    </ToolMenu>
  )
}
