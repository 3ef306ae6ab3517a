import { Button, CloseButton, Group, Popover, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { longestName, type SavedView, shownView, useSavedViews } from './saved-views.ts'

interface ViewTabsProps {
  readonly collection: string
  /** the search parameters that are shown */
  readonly search: SavedView['search']
  /** the part of search parameters that the list has */
  readonly known: (search: SavedView['search']) => SavedView['search']
  readonly isNarrowed: boolean
  readonly onOpen: (search: SavedView['search']) => void
}

/** The saved views of a list, and a button that saves the one that is shown. */
export function ViewTabs({ collection, search, known, isNarrowed, onOpen }: ViewTabsProps) {
  const { t } = useTranslation('lists')
  const { views, save, remove } = useSavedViews(collection)
  const shown = shownView(views, search, known)
  if (views.length === 0 && !isNarrowed) return null
  const open = (target: SavedView['search'], isShown: boolean) => ({
    size: 'compact-sm',
    variant: isShown ? 'light' : 'subtle',
    color: isShown ? undefined : 'gray',
    'aria-pressed': isShown,
    onClick: () => onOpen(target),
  })
  return (
    <Group gap={4} mb="xs" role="group" aria-label={t('views.title')}>
      {views.length > 0 && <Button {...open({}, Object.keys(search).length === 0)}>{t('views.all')}</Button>}
      {views.map((view) => (
        <Group key={view.name} gap={0} wrap="nowrap">
          <Button {...open(view.search, view === shown)}>
            <bdi>{view.name}</bdi>
          </Button>
          {view === shown && (
            <CloseButton
              size="sm"
              aria-label={t('views.remove', { name: view.name })}
              onClick={() => remove(view.name)}
            />
          )}
        </Group>
      ))}
      {isNarrowed && shown === undefined && <SaveButton onSave={(name) => save({ name, search })} />}
    </Group>
  )
}

function SaveButton({ onSave }: { readonly onSave: (name: string) => void }) {
  const { t } = useTranslation(['lists', 'common'])
  const [isOpen, setIsOpen] = useState(false)
  const [name, setName] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '') onSave(name.trim())
  }
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-start" trapFocus withinPortal>
      <Popover.Target>
        <Button size="compact-sm" variant="subtle" onClick={() => setIsOpen(!isOpen)}>
          {t('views.save')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('views.save')}>
        <form onSubmit={submit}>
          <Group gap="xs" align="flex-end">
            <TextInput
              label={t('views.name')}
              description={t('views.help')}
              maxLength={longestName}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              dir="auto"
            />
            <Button type="submit" disabled={name.trim() === ''}>
              {t('common:save')}
            </Button>
          </Group>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
