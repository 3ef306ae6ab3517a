import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { RowTexts } from './row-frame.ts'

/** replaced by the title of a row: texts are translated once, with this character in the place of the title */
const placeholder = '\u{f0000}'

/** The translated texts of all rows, cached because translating costs more than rendering a row. */
export function useRowTexts(): RowTexts {
  const { t } = useTranslation('lists')
  return useMemo(() => {
    const textWithTitle = (text: string) => {
      const [before = '', after = ''] = text.split(placeholder)
      return (title: string): string => before + title + after
    }
    return {
      select: textWithTitle(t('select', { title: placeholder })),
      actions: textWithTitle(t('actionsOf', { title: placeholder })),
      gone: t('gone.row'),
    }
  }, [t])
}
