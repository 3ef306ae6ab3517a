import { useTranslation } from 'react-i18next'
import { notifySuccess } from '../../../ui/notify.tsx'
import { isEmptyValue } from '../autosave/same.ts'
import { shownValue, type Values } from '../autosave/state.ts'
import { useEditor } from '../editor-context.ts'

/**
 * Returns a function that copies values of the source into the open translation. If they replace other values, the
 * person can undo that.
 */
export function useCopySource(): (values: Values) => void {
  const { t } = useTranslation('editor')
  const { saver } = useEditor()
  const setValues = (values: Values) => {
    const edits = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { value }]))
    saver.restore({ edits })
  }
  return (values) => {
    const draft = saver.getState()
    const before = Object.fromEntries(Object.keys(values).map((key) => [key, shownValue(draft, key)]))
    setValues(values)
    if (!Object.values(before).every(isEmptyValue))
      notifySuccess(t('translations.copied'), () => setValues(before))
  }
}
