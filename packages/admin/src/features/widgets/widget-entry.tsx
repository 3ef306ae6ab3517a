import { ActionIcon, Group, Menu, Text } from '@mantine/core'
import { Pencil } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { DeleteItem } from '../../ui/delete-item.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import type { RowParts } from '../../ui/sortable-list.tsx'
import { useAction } from '../../ui/use-action.ts'
import { firstWords } from '../site-rich-text/first-words.ts'
import classes from './widget-entry.module.css'
import { kindText, useWidgetName } from './widget-name.ts'
import type { Widget } from './widget-queries.ts'

interface WidgetEntryProps {
  readonly area: string
  readonly widget: Widget
  /** the controls that move the widget */
  readonly parts: RowParts
  readonly onEdit: () => void
  readonly onDeleted: () => void
}

/** A widget in the list: its name, its content, and the actions on it. */
export function WidgetEntry({ area, widget, parts, onEdit, onDeleted }: WidgetEntryProps) {
  const { t } = useTranslation(['widgets', 'common'])
  const name = useWidgetName()(widget)
  const remove = useWidgetDeletion(area)
  const words = firstWords(widget.content)
  return (
    <Group gap="xs" wrap="nowrap" className={classes['entry'] ?? ''}>
      {parts.handle}
      <div className={classes['text']} dir="auto">
        <Text fw={650} lineClamp={2} c={widget.title ? undefined : 'dimmed'}>
          {widget.title || t('unnamed')}
        </Text>
        <Text size="sm" c="dimmed" lineClamp={1}>
          {kindText(t, widget)}
          {words !== '' && ` · ${words}`}
        </Text>
      </div>
      <ActionIcon variant="subtle" color="gray" aria-label={t('widget.editNamed', { name })} onClick={onEdit}>
        <Pencil size={16} aria-hidden />
      </ActionIcon>
      <RowMenu label={t('widget.more', { name })}>
        {parts.moveItems}
        <Menu.Divider />
        <DeleteItem onDelete={() => void remove({ id: widget.id, name }, onDeleted)} />
      </RowMenu>
    </Group>
  )
}

function useWidgetDeletion(area: string) {
  const { t } = useTranslation(['widgets', 'common'])
  const runAction = useAction()
  return async ({ id, name }: { id: string; name: string }, afterwards: () => void): Promise<void> => {
    const agrees = await confirm({
      title: t('widget.deleteTitle', { name }),
      text: t('widget.deleteText'),
      action: t('common:delete'),
      isDangerous: true,
    })
    if (!agrees) return
    runAction({
      run: () => api.widgets.delete({ name: area, widgetId: id }),
      done: t('widget.deleted'),
      touches: [keys.widgets],
      afterwards,
    })
  }
}
