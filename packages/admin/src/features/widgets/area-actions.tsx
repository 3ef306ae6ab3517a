import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { confirm } from '../../ui/confirm.tsx'
import { EditDeleteMenu } from '../../ui/edit-delete-menu.tsx'
import { useAction } from '../../ui/use-action.ts'
import { AreaDialog } from './area-dialog.tsx'
import type { ListedArea } from './widget-queries.ts'
import { inSentence } from '../../ui/item-title.ts'

interface AreaActionsProps {
  readonly area: Pick<ListedArea, 'name' | 'label' | 'description' | 'widgetCount'>
  readonly onDeleted?: () => void
}

/** The actions on a widget area. */
export function AreaActions({ area, onDeleted }: AreaActionsProps) {
  const { t } = useTranslation('widgets')
  const remove = useAreaDeletion()
  return (
    <EditDeleteMenu
      label={t('more', { label: area.label })}
      editLabel={t('edit')}
      renderDialog={(onClosed) => <AreaDialog area={area} onClosed={onClosed} />}
      removeLabel={t('deleteArea')}
      onRemove={() => void remove(area, onDeleted)}
    />
  )
}

function useAreaDeletion() {
  const { t } = useTranslation(['widgets', 'common'])
  const runAction = useAction()
  return async (
    { name, label, widgetCount }: AreaActionsProps['area'],
    afterwards?: () => void,
  ): Promise<void> => {
    const agrees = await confirm({
      title: t('deleteTitle', { label: inSentence(label) }),
      text: t('deleteText', { count: widgetCount }),
      action: t('common:delete'),
      isDangerous: true,
    })
    if (!agrees) return
    runAction({
      run: () => api.widgets.deleteArea({ name }),
      done: t('deleted', { label: inSentence(label) }),
      // Only the list: the screen of the deleted area would read it again, and show that it does not exist.
      touches: [[...keys.widgets, 'list']],
      ...(afterwards !== undefined && { afterwards }),
    })
  }
}
