import { Button, Menu } from '@mantine/core'
import { ChevronDown, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useCommands } from '../editor/commands.ts'
import { useRichText } from '../editor/context.ts'
import classes from './toolbar.module.css'

/** Blocks that are no text, to put in. */
export function InsertMenu() {
  const { t } = useTranslation('richText')
  const context = useRichText()
  const commands = useCommands().filter(({ isObject }) => isObject)
  return (
    <Menu
      position="bottom-start"
      shadow="md"
      returnFocus={false}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <Button
          data-tool
          tabIndex={-1}
          variant="subtle"
          color="gray"
          size="compact-md"
          className={classes['insertButton'] ?? ''}
          aria-label={t('insert')}
          onMouseDown={(event) => event.preventDefault()}
        >
          <Plus size={18} aria-hidden />
          <span className={classes['insertLabel']}>{t('insert')}</span>
          <ChevronDown size={16} aria-hidden className={classes['insertArrow']} />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {commands.map(({ id, title, icon: Icon, run }) => (
          <Menu.Item key={id} leftSection={<Icon size={16} aria-hidden />} onClick={() => run(context)}>
            {title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
