import { Button, Group, Tooltip } from '@mantine/core'
import { Star, Users } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { type Collection, useSession } from '../../session/session.tsx'
import { useAction } from '../../ui/use-action.ts'
import { AuthorName } from './author-name.tsx'
import { isSameSearch, type ListSearch, queryOf, type SavedView, searchOf } from './saved-views.ts'
import type { ChosenColumns } from './use-columns.ts'
import type { Density } from './use-density.ts'
import { ViewDialog } from './view-dialog.tsx'
import { ViewMenu } from './view-menu.tsx'

interface ViewTabsProps {
  readonly collection: Collection
  readonly views: readonly SavedView[]
  /** the view that the list began with */
  readonly shown: SavedView | undefined
  /** the search parameters that are shown */
  readonly search: ListSearch
  /** selects the search parameters that belong to the list */
  readonly knownSearch: (search: ListSearch) => ListSearch
  /** whether the list has a search or a filter */
  readonly isNarrowed: boolean
  /** the settings of the list besides its search parameters, which a saved view contains as well */
  readonly settings: { readonly columns: ChosenColumns; readonly density: Density }
  readonly onOpen: (search: ListSearch, viewId?: string) => void
}

/** The saved views of a list as tabs, and the buttons that save the current view. */
export function ViewTabs({
  collection,
  views,
  shown,
  search,
  knownSearch,
  isNarrowed,
  settings,
  onOpen,
}: ViewTabsProps) {
  const { t } = useTranslation('lists')
  const [isSaving, setSaving] = useState(false)
  const mayChange = useMayChange()
  const runAction = useAction()
  const { columns, density } = settings
  const isPlain = Object.keys(search).length === 0
  /** whether the list differs from the shown view or, without one, from the list of all items */
  const isChanged =
    shown === undefined
      ? !isPlain
      : columns.isChanged || density.isChanged || !isSameSearch(knownSearch(searchOf(shown.query)), search)
  if (views.length === 0 && !isNarrowed) return null
  // Only a compact list is saved with its density, because the other one is the default.
  const query = () =>
    queryOf(search, { columns: columns.chosen ?? undefined, isCompact: density.isCompact || undefined })
  const update = ({ id, name, version }: SavedView) =>
    runAction({
      run: () => api.views.update({ id, query: query(), version }),
      done: t('views.updated', { name }),
      touches: [keys.views],
    })
  return (
    <Group gap={4} mb={views.length > 0 ? 'xs' : 0} role="group" aria-label={t('views.title')}>
      {views.length > 0 && (
        <Button {...tab(isPlain && shown === undefined)} onClick={() => onOpen({})}>
          {t('views.all')}
        </Button>
      )}
      {views.map((view) => (
        <Group key={view.id} gap={0} wrap="nowrap">
          <ViewButton
            view={view}
            isShown={view === shown}
            onOpen={() => onOpen(searchOf(view.query), view.id)}
          />
          {view === shown && (
            <ViewMenu view={view} mayChange={mayChange(view)} onDeleted={() => onOpen(search)} />
          )}
        </Group>
      ))}
      {isChanged && shown !== undefined && mayChange(shown) && (
        <Button size="compact-sm" variant="subtle" onClick={() => update(shown)}>
          {t('views.update')}
        </Button>
      )}
      {isChanged && (
        <Button size="compact-sm" variant="subtle" onClick={() => setSaving(true)}>
          {t(shown === undefined ? 'views.save' : 'views.saveAs')}
        </Button>
      )}
      {isSaving && (
        <ViewDialog
          title={t('views.save')}
          stored={{ name: '', shared: false }}
          save={(values) => api.views.create({ collection: collection.slug, query: query(), ...values })}
          onSaved={({ item }) => onOpen(search, item.id)}
          onClosed={() => setSaving(false)}
        />
      )}
    </Group>
  )
}

/** The properties of a button that shows a view. */
function tab(isShown: boolean) {
  return {
    size: 'compact-sm',
    variant: isShown ? 'light' : 'subtle',
    color: isShown ? undefined : 'gray',
    'aria-pressed': isShown,
  }
}

/**
 * Returns whether the person may change a view: their own one, or a shared one if they may share views. Views that are
 * not shared are their own, because they see no others.
 */
function useMayChange(): (view: SavedView) => boolean {
  const { can } = useSession()
  return ({ shared }) => can(shared ? 'views.share' : 'views.save')
}

interface ViewButtonProps {
  readonly view: SavedView
  readonly isShown: boolean
  readonly onOpen: () => void
}

function ViewButton({ view, isShown, onOpen }: ViewButtonProps) {
  const { name, shared, ownerId, isDefault } = view
  const { t } = useTranslation('lists')
  const button = (
    <Button
      {...tab(isShown)}
      leftSection={shared && <Users size={14} role="img" aria-label={t('views.isShared')} />}
      rightSection={isDefault && <Star size={14} role="img" aria-label={t('views.isDefault')} />}
      onClick={onOpen}
    >
      <bdi>{name}</bdi>
    </Button>
  )
  if (!shared) return button
  return (
    <Tooltip
      label={
        <>
          {t('views.sharedBy')} <AuthorName id={ownerId} />
        </>
      }
    >
      {button}
    </Tooltip>
  )
}
