import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { confirm } from '../../ui/confirm.tsx'
import { ThingMenu } from '../../ui/thing-menu.tsx'
import { useAct } from '../../ui/use-act.ts'
import type { SavedView } from './saved-views.ts'
import { ViewDialog } from './view-dialog.tsx'

interface ViewMenuProps {
  readonly view: SavedView
  readonly onDeleted: () => void
}

/** Renames, shares and deletes the view that is shown. */
export function ViewMenu({ view, onDeleted }: ViewMenuProps) {
  const { t } = useTranslation(['lists', 'common'])
  const act = useAct()
  const { id, name, shared, version } = view
  const remove = async () => {
    const agrees = await confirm({
      title: t('views.deleteTitle'),
      text: t(shared ? 'views.deleteShared' : 'views.deleteText', { name }),
      action: t('common:delete'),
      isDangerous: true,
    })
    if (!agrees) return
    act({
      run: () => api.views.delete({ id }),
      done: t('views.deleted', { name }),
      touches: [keys.views],
      afterwards: onDeleted,
    })
  }
  return (
    <ThingMenu
      label={t('views.actions', { name })}
      edit={t('views.edit')}
      renderDialog={(onClosed) => (
        <ViewDialog
          title={t('views.edit')}
          stored={{ name, shared }}
          save={(values) => api.views.update({ id, version, ...values })}
          onSaved={() => undefined}
          onClosed={onClosed}
        />
      )}
      remove={t('common:delete')}
      onRemove={() => void remove()}
    />
  )
}
