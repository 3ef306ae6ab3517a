import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { RowTexts } from './row-frame.ts'

/** placeholder for the title in a text that is translated once for all rows */
const place = '\u{f0000}'

/** The translated texts of all rows, cached because translating costs more than rendering a row. */
export function useRowTexts(): RowTexts {
  const { t } = useTranslation('lists')
  return useMemo(() => {
    const around = (text: string) => {
      const [before = '', after = ''] = text.split(place)
      return (title: string): string => before + title + after
    }
    return {
      select: around(t('select', { title: place })),
      actions: around(t('actionsOf', { title: place })),
      gone: t('gone.row'),
    }
  }, [t])
}
