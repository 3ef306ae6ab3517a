import { Menu } from '@mantine/core'
import { Pencil, Star, StarOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { DeleteItem } from '../../ui/delete-item.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { useAction } from '../../ui/use-action.ts'
import type { SavedView } from './saved-views.ts'
import { ViewDialog } from './view-dialog.tsx'

interface ViewMenuProps {
  readonly view: SavedView
  /** whether the person may rename, share and delete it */
  readonly mayChange: boolean
  readonly onDeleted: () => void
}

/** The menu of the shown view: makes it the person's default, renames, shares or deletes it. */
export function ViewMenu({ view, mayChange, onDeleted }: ViewMenuProps) {
  const { t } = useTranslation(['lists', 'common'])
  const runAction = useAction()
  const [isEditing, setEditing] = useState(false)
  const { id, name, collection, shared, version, isDefault } = view
  const Icon = isDefault ? StarOff : Star
  const choose = () =>
    runAction({
      run: () => api.views.setDefault({ collection, id: isDefault ? null : id }),
      done: t(isDefault ? 'views.endedDefault' : 'views.madeDefault', { name }),
      touches: [keys.views],
    })
  const remove = async () => {
    const agrees = await confirm({
      title: t('views.deleteTitle'),
      text: t(shared ? 'views.deleteShared' : 'views.deleteText', { name }),
      action: t('common:delete'),
      isDangerous: true,
    })
    if (!agrees) return
    runAction({
      run: () => api.views.delete({ id }),
      done: t('views.deleted', { name }),
      touches: [keys.views],
      afterwards: onDeleted,
    })
  }
  return (
    <>
      <RowMenu label={t('views.actions', { name })}>
        <Menu.Item leftSection={<Icon size={16} aria-hidden />} onClick={choose}>
          {t(isDefault ? 'views.endDefault' : 'views.makeDefault')}
        </Menu.Item>
        {mayChange && (
          <>
            <Menu.Item leftSection={<Pencil size={16} aria-hidden />} onClick={() => setEditing(true)}>
              {t('views.edit')}
            </Menu.Item>
            <DeleteItem onDelete={() => void remove()} />
          </>
        )}
      </RowMenu>
      {isEditing && (
        <ViewDialog
          title={t('views.edit')}
          stored={{ name, shared }}
          save={(values) => api.views.update({ id, version, ...values })}
          onSaved={() => undefined}
          onClosed={() => setEditing(false)}
        />
      )}
    </>
  )
}
