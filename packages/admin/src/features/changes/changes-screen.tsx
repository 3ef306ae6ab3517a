import { changedParts } from '@octavo/contract/changed-parts'
import { Group, NativeSelect, Pill } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { useSession, useWorkspace } from '../../session/session.tsx'
import { byCursor, EndOfPages } from '../../ui/endless.tsx'
import { Page } from '../../ui/page.tsx'
import { EmptyState, FailureState, ListSkeleton } from '../../ui/states.tsx'
import { ChangesOfPage } from './changes-of-page.tsx'
import { useSeenApps } from './use-seen-apps.ts'

const route = getRouteApi('/changes')

/** what can be changed: items, or one kind of the other parts of the site */
const types = ['content', ...changedParts] as const

/** The list of changes of content and of the site, one's own or all, with undo. */
export function ChangesScreen() {
  const { t } = useTranslation('changes')
  const { can } = useSession()
  const { collections } = useWorkspace()
  const { whose, collection = '', type = '', item, app = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const seesAll = can('changes.readAny')
  /** Changes filters in the URL; an empty value removes a filter. */
  const set = (changes: Readonly<Record<string, string>>) => {
    const all = { whose: whose ?? '', collection, type, app, item: item ?? '', ...changes }
    const search = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
    void navigate({ search, state: { staysInPlace: true } })
  }
  const isOwn = !seesAll || whose === 'own'
  const { pages, changes } = useChanges({ isOwn, collection, type: typeOf(type), item, app })
  const apps = useSeenApps(changes)
  return (
    <Page title={t('title')} lead={t(seesAll ? 'lead' : 'leadOwn')}>
      <Group mb="md" align="flex-end" role="group" aria-label={t('filters')}>
        {seesAll && (
          <NativeSelect
            label={t('whose')}
            data={[
              { value: '', label: t('ofAll') },
              { value: 'own', label: t('ofOwn') },
            ]}
            value={whose === 'own' ? 'own' : ''}
            onChange={(event) => set({ whose: event.currentTarget.value })}
          />
        )}
        {/* A choice of a collection resets the type, and the other way round, because a collection has only items. */}
        <NativeSelect
          label={t('collection')}
          data={[
            { value: '', label: t('anyCollection') },
            ...collections.map(({ slug, label }) => ({ value: slug, label })),
          ]}
          value={collection}
          onChange={(event) => set({ collection: event.currentTarget.value, type: '' })}
        />
        {seesAll && (
          <NativeSelect
            label={t('type')}
            data={[
              { value: '', label: t('anyType') },
              ...types.map((value) => ({ value, label: t(`types.${value}`) })),
            ]}
            value={type}
            onChange={(event) => set({ type: event.currentTarget.value, collection: '' })}
          />
        )}
        {(apps.size > 0 || app !== '') && (
          <NativeSelect
            label={t('app')}
            data={[
              { value: '', label: t('anyApp') },
              ...[...apps].map(([value, label]) => ({ value, label })),
            ]}
            value={app}
            onChange={(event) => set({ app: event.currentTarget.value })}
          />
        )}
        {item !== undefined && (
          <Pill
            size="md"
            withRemoveButton
            onRemove={() => set({ item: '' })}
            removeButtonProps={{ 'aria-label': t('anyItem'), 'aria-hidden': false, tabIndex: 0 }}
          >
            {t('oneItem')}
          </Pill>
        )}
      </Group>
      <ChangeList pages={pages} />
    </Page>
  )
}

interface ChangesFilter {
  readonly isOwn: boolean
  /** the slug of a collection; empty for all */
  readonly collection: string
  readonly type: (typeof types)[number] | undefined
  readonly item: string | undefined
  /** the id of an app; empty for the changes of all apps and of people */
  readonly app: string
}

/** The type in the URL; undefined if it is empty or unknown. */
function typeOf(text: string): ChangesFilter['type'] {
  return types.find((type) => type === text)
}

function useChanges({ isOwn, collection, type, item, app }: ChangesFilter) {
  const { person } = useSession()
  const input = {
    ...(isOwn && { userId: person.id }),
    ...(collection !== '' && { collection }),
    ...(type !== undefined && { type }),
    ...(item !== undefined && { item }),
    ...(app !== '' && { clientId: app }),
  }
  const pages = useInfiniteQuery({
    queryKey: [...keys.changes, 'pages', input],
    queryFn: ({ pageParam, signal }) => api.changes.list({ ...input, cursor: pageParam }, { signal }),
    ...byCursor,
    placeholderData: (previous) => previous,
  })
  return { pages, changes: pages.data?.pages.flatMap(({ items }) => items) ?? [] }
}

function ChangeList({ pages }: Pick<ReturnType<typeof useChanges>, 'pages'>) {
  const { t } = useTranslation('changes')
  if (pages.isPending) return <ListSkeleton />
  if (pages.isError && pages.data === undefined)
    return <FailureState error={pages.error} onRetry={() => void pages.refetch()} />
  const all = pages.data.pages
  const isEmpty = !pages.hasNextPage && all.every(({ items }) => items.length === 0)
  // While another list is loading, the changes are those of the one before.
  if (isEmpty && pages.isPlaceholderData) return <ListSkeleton />
  if (isEmpty) return <EmptyState icon={History} title={t('none.title')} text={t('none.text')} />
  return (
    <>
      <ol className="panel" aria-label={t('title')} style={{ margin: 0, padding: 0, listStyle: 'none' }}>
        {all.map(({ items }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a page is the same page when its entries change
          <ChangesOfPage key={index} changes={items} />
        ))}
      </ol>
      <EndOfPages pages={pages} />
    </>
  )
}
