import { ActionIcon, Button, Group, Kbd } from '@mantine/core'
import { useOs } from '@mantine/hooks'
import { Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import classes from './header-tools.module.css'
import { PersonMenu } from './person-menu.tsx'
import { usePalette } from './use-palette.tsx'

/** The header: search, appearance and the user menu. */
export function HeaderTools() {
  const { t } = useTranslation('shell')
  const { palette, openPalette } = usePalette()
  const key = useOs() === 'macos' ? '⌘ K' : 'Ctrl K'
  return (
    <Group gap="xs" wrap="nowrap">
      <Button
        variant="default"
        visibleFrom="sm"
        leftSection={<Search size={16} aria-hidden />}
        rightSection={<Kbd size="xs">{key}</Kbd>}
        className={classes['search'] ?? ''}
        onClick={openPalette}
      >
        {t('search')}
      </Button>
      <ActionIcon
        variant="subtle"
        hiddenFrom="sm"
        size="lg"
        aria-label={t('searchShort')}
        onClick={openPalette}
      >
        <Search size={18} aria-hidden />
      </ActionIcon>
      <PersonMenu />
      {palette}
    </Group>
  )
}
