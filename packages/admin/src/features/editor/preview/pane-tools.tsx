import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './preview.module.css'

/** The head of the pane, with its buttons. */
export function PaneTools({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('preview')
  return (
    <div className={classes['tools']}>
      <Title order={2} className={classes['title'] ?? ''}>
        {t('title')}
      </Title>
      {children}
    </div>
  )
}
