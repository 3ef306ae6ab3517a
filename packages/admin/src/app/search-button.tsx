import { Button, Kbd } from '@mantine/core'
import { useOs } from '@mantine/hooks'
import { Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import classes from './shell.module.css'

/** Opens the command palette, and names its key. */
export function SearchButton({ onOpen }: { readonly onOpen: () => void }) {
  const { t } = useTranslation('shell')
  const key = useOs() === 'macos' ? '⌘ K' : 'Ctrl K'
  return (
    <Button
      variant="default"
      fullWidth
      leftSection={<Search size={16} aria-hidden />}
      rightSection={
        <Kbd size="xs" className={classes['key'] ?? ''}>
          {key}
        </Kbd>
      }
      className={classes['search'] ?? ''}
      onClick={onOpen}
    >
      {t('search')}
    </Button>
  )
}
