import { Modal, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { matches } from '../features/search/matches.ts'
import { type ChoiceGroup, Finder } from '../ui/finder.tsx'
import { useCommands } from './palette-commands.tsx'
import { useFoundParts } from './palette-parts.tsx'
import { useFoundItems } from './palette-results.tsx'

interface PaletteProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** The command palette: screens, collections, actions and items. */
export function Palette({ isOpen, onClose }: PaletteProps) {
  const { t } = useTranslation('search')
  return (
    <Modal.Root
      opened={isOpen}
      onClose={onClose}
      size="lg"
      yOffset="10dvh"
      // No transition, because the next key that the person presses is meant for the palette.
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={t('palette.title')}>
        <Modal.Body p="sm">
          <Commands onClose={onClose} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

/** milliseconds without typing after which the search begins */
const searchDelay = 150

function Commands({ onClose }: Pick<PaletteProps, 'onClose'>) {
  const { t } = useTranslation('search')
  const [query, setQuery] = useState('')
  const q = query.trim()
  const [debouncedQuery] = useDebouncedValue(q, searchDelay)
  const commands = useCommands(q, onClose)
  const found = useFoundItems(debouncedQuery, onClose)
  const parts = useFoundParts(debouncedQuery, onClose).filter(({ label }) => matches(label, q))
  const isSettled = debouncedQuery === q
  // Until the response for the current text arrives, only those previous results are shown that also match it.
  const items = isSettled ? found.choices : found.choices.filter(({ label }) => matches(label, q))
  const groups: ChoiceGroup[] = [
    { id: 'goTo', label: t('palette.goTo'), choices: commands.goTo },
    { id: 'create', label: t('palette.create'), choices: commands.create },
    // Actions are not first, so that opening the palette and pressing Enter does not publish.
    { id: 'screen', label: t('palette.screen'), choices: commands.screen },
    { id: 'found', label: t('palette.found'), choices: q === '' ? [] : items },
    { id: 'parts', label: t('palette.parts'), choices: q === '' ? [] : parts },
    { id: 'settings', label: t('palette.settings'), choices: commands.settings },
    { id: 'actions', label: t('palette.actions'), choices: commands.actions },
  ]
  return (
    <>
      <Finder
        label={t('palette.title')}
        placeholder={t('palette.placeholder')}
        query={query}
        onQuery={setQuery}
        groups={groups}
        isBusy={q !== '' && (!isSettled || found.isPending)}
        nothing={t('palette.nothing')}
      />
      {found.hasFailed && (
        <Text size="sm" c="red" role="alert" mt="xs">
          {t('palette.failed')}
        </Text>
      )}
      <Text size="xs" c="dimmed" mt="xs" visibleFrom="sm">
        {t('palette.keys')}
      </Text>
    </>
  )
}
