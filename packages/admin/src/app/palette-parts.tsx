import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { changeSetsQuery } from '../features/in-change-set/change-set-queries.ts'
import { menusQuery } from '../features/menus/menu-queries.ts'
import { pluginsQuery } from '../features/plugins/plugin-queries.ts'
import { sectionsQuery } from '../features/sections/section-queries.ts'
import { areasQuery } from '../features/widgets/widget-queries.ts'
import { type Destination, destinations } from '../session/navigation.ts'
import { useSession, useWorkspace } from '../session/session.tsx'
import type { Choice } from '../ui/finder.tsx'
import { Place } from './palette-place.tsx'

const allDestinations: readonly Destination[] = Object.values(destinations).flat()

/**
 * The palette's entries for parts of the site, such as a menu or a section: each opens the screen of the part. None
 * while `q` is empty. Only sections are searched by the service; of the others all that are loaded are returned, and
 * the caller filters them.
 */
export function useFoundParts(q: string, onClose: () => void): readonly Choice[] {
  const navigate = useNavigate()
  const choiceOf = useChoice()
  const { can } = useSession()
  const { collections, taxonomies } = useWorkspace()
  const isSearching = q !== ''
  const canOpen = (to: Destination['to']) =>
    allDestinations.some((destination) => destination.to === to && can(destination.permission))
  const menus = useQuery({ ...menusQuery, enabled: isSearching && canOpen('/menus') })
  const areas = useQuery({ ...areasQuery, enabled: isSearching && canOpen('/widgets') })
  const plugins = useQuery({ ...pluginsQuery, enabled: isSearching && canOpen('/plugins') })
  const sections = useInfiniteQuery({
    ...sectionsQuery({ search: q, source: undefined }),
    enabled: isSearching && canOpen('/sections'),
  })
  const sets = useInfiniteQuery({ ...changeSetsQuery, enabled: isSearching && canOpen('/change-sets') })
  const closeAnd = (go: () => unknown) => () => {
    onClose()
    go()
  }
  if (!isSearching) return []
  return [
    ...(menus.data?.items ?? []).map(({ name, label }) =>
      choiceOf(
        '/menus',
        { id: name, label },
        closeAnd(() => navigate({ to: '/menus/$name', params: { name } })),
      ),
    ),
    ...(sections.data?.pages ?? [])
      .flatMap(({ items }) => items)
      .map(({ slug: section, title }) =>
        choiceOf(
          '/sections',
          { id: section, label: title },
          closeAnd(() => navigate({ to: '/sections/$section', params: { section } })),
        ),
      ),
    // Everyone who has the palette may open taxonomies.
    ...taxonomies.map(({ name, label }) =>
      choiceOf(
        '/taxonomies',
        { id: name, label },
        closeAnd(() => navigate({ to: '/taxonomies/$name', params: { name } })),
      ),
    ),
    ...(areas.data?.items ?? []).map(({ name, label }) =>
      choiceOf(
        '/widgets',
        { id: name, label },
        closeAnd(() => navigate({ to: '/widgets/$name', params: { name } })),
      ),
    ),
    ...(canOpen('/model') ? collections : []).map(({ slug, label }) =>
      choiceOf(
        '/model',
        { id: slug, label },
        closeAnd(() => navigate({ to: '/model/$collection', params: { collection: slug } })),
      ),
    ),
    ...(plugins.data?.items ?? []).map(({ id: plugin, name }) =>
      choiceOf(
        '/plugins',
        { id: plugin, label: name },
        closeAnd(() => navigate({ to: '/plugins/$plugin', params: { plugin } })),
      ),
    ),
    ...(sets.data?.pages ?? [])
      .flatMap(({ items }) => items)
      .map(({ id: set, name }) =>
        choiceOf(
          '/change-sets',
          { id: set, label: name },
          closeAnd(() => navigate({ to: '/change-sets/$set', params: { set } })),
        ),
      ),
  ]
}

/** Returns a function that makes the entry of a part; `to` is the screen that lists parts of its kind. */
function useChoice() {
  const { t } = useTranslation('shell')
  return (
    to: Destination['to'],
    { id, label }: { readonly id: string; readonly label: string },
    onChoose: () => void,
  ): Choice => {
    const { icon: Icon = undefined, text = undefined } =
      allDestinations.find((destination) => destination.to === to) ?? {}
    return {
      id: `part-${to.slice(1)}-${id}`,
      label,
      icon: Icon !== undefined && <Icon size={18} aria-hidden />,
      detail: text !== undefined && <Place>{t(text)}</Place>,
      onChoose,
    }
  }
}
