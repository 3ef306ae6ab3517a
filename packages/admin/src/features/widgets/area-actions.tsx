import { Menu } from '@mantine/core'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { confirm } from '../../ui/confirm.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { useAct } from '../../ui/use-act.ts'
import { AreaDialog } from './area-dialog.tsx'
import type { ListedArea } from './widget-queries.ts'

interface AreaActionsProps {
  readonly area: Pick<ListedArea, 'name' | 'label' | 'description' | 'widgetCount'>
  readonly onDeleted?: () => void
}

/** What can be done with a whole area. */
export function AreaActions({ area, onDeleted }: AreaActionsProps) {
  const { t } = useTranslation('widgets')
  const [isEditing, setEditing] = useState(false)
  const remove = useAreaDeletion()
  return (
    <>
      <RowMenu label={t('more', { label: area.label })}>
        <Menu.Item leftSection={<Pencil size={16} aria-hidden />} onClick={() => setEditing(true)}>
          {t('edit')}
        </Menu.Item>
        <Menu.Item
          color="var(--danger)"
          leftSection={<Trash2 size={16} aria-hidden />}
          onClick={() => void remove(area, onDeleted)}
        >
          {t('deleteArea')}
        </Menu.Item>
      </RowMenu>
      {isEditing && <AreaDialog area={area} onClosed={() => setEditing(false)} />}
    </>
  )
}

function useAreaDeletion() {
  const { t } = useTranslation(['widgets', 'common'])
  const act = useAct()
  return async (
    { name, label, widgetCount }: AreaActionsProps['area'],
    afterwards?: () => void,
  ): Promise<void> => {
    const agrees = await confirm({
      title: t('deleteTitle', { label }),
      text: t('deleteText', { count: widgetCount }),
      action: t('common:delete'),
      isDangerous: true,
    })
    if (!agrees) return
    act({
      run: () => api.widgets.deleteArea({ name }),
      done: t('deleted', { label }),
      touches: [[...keys.widgets, 'list']],
      ...(afterwards !== undefined && { afterwards }),
    })
  }
}
