import { useTranslation } from 'react-i18next'
import { keys } from '../../api/queries.ts'
import { useAction } from '../../ui/use-action.ts'
import { changeMany } from './change-many.ts'

/** Moves files into a folder at once, as after a drop. */
export function useMoveMedia(): (ids: readonly string[], folder: string) => void {
  const { t } = useTranslation('media')
  const runAction = useAction()
  return (ids, folder) =>
    runAction({
      run: () => changeMany(ids, { action: 'move', folder }),
      done:
        folder === ''
          ? t('folders.movedOut', { count: ids.length })
          : t('folders.movedTo', { count: ids.length, folder }),
      touches: [keys.media],
    })
}
