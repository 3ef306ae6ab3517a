import { Button, Skeleton, Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ParsedLocation, useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isFailure } from '../../api/failures.ts'
import { type Collection, useCollection, useWorkspace } from '../../session/session.tsx'
import { inSentence, titleOf } from '../../ui/item-title.ts'
import { notifySuccess, notifyError } from '../../ui/notify.tsx'
import { EmptyState, FailureState, NotFoundState } from '../../ui/states.tsx'
import {
  type ContentScope,
  ContentScopeContext,
  scopeOf,
  useContentScope,
} from '../in-change-set/content-scope.ts'
import { termValues, type Values } from './autosave/state.ts'
import { EditorSetBar } from './editor-set-bar.tsx'
import { ItemEditor } from './item-editor.tsx'
import { itemQuery } from './item-query.ts'
import { include, type Target } from './transport.ts'
import { findTrashed } from './trashed.ts'
import { UnknownLocale } from './unknown-locale.tsx'

/**
 * The editor screen of an existing or a new item. A new item gets its own URL after the first save, while the same
 * editor stays mounted.
 */
export function EditItem() {
  const { collection: slug = '', id = null } = useParams({ strict: false })
  const { locale, translationOf, changeSet } = useSearch({ strict: false })
  const collection = useCollection(slug)
  const place = placeOf(slug, id, { locale, translationOf, changeSet })
  const { key, onCreated, onLocale } = useSameEditor({ slug, changeSet }, place)
  if (collection === undefined) return <NotFoundState />
  const target: Target = { collection: slug, id, locale, translationOf }
  return (
    <ContentScopeContext value={scopeOf(changeSet)}>
      <Opened key={key} collection={collection} target={target} onCreated={onCreated} onLocale={onLocale} />
    </ContentScopeContext>
  )
}

/** One mounted editor. */
interface MountedEditor {
  readonly key: number
  /** where the editor was opened and, after a new item got its own URL or language, where it is now */
  readonly places: readonly string[]
}

/** The search parameters that, besides the path, identify the open item. */
interface PlaceSearch {
  readonly locale?: string | undefined
  readonly translationOf?: string | undefined
  readonly changeSet?: string | undefined
}

/** A text that identifies what a URL opens; `id` is null for a new item. */
function placeOf(slug: string, id: string | null, { locale, translationOf, changeSet }: PlaceSearch): string {
  return JSON.stringify([slug, id, locale, translationOf, changeSet])
}

/** Whether a location opens a new item, and is one of the places. */
function isNewAt({ pathname, search }: ParsedLocation, slug: string, places: readonly string[]): boolean {
  return pathname === `/content/${slug}/new` && places.includes(placeOf(slug, null, search as PlaceSearch))
}

interface EditorPlace {
  readonly slug: string
  readonly changeSet: string | undefined
}

/**
 * Keeps the editor mounted when a new item gets its own URL or another language: `key` stays the same then, and changes
 * when another item is opened. The navigations replace the URL without a question (`ignoreBlocker`), and the focus
 * stays in the form (`staysInPlace`).
 */
function useSameEditor({ slug, changeSet }: EditorPlace, place: string) {
  const navigate = useNavigate()
  const router = useRouter()
  const [mounted, setMounted] = useState<MountedEditor>({ key: 1, places: [place] })
  if (!mounted.places.includes(place)) setMounted({ key: mounted.key + 1, places: [place] })
  // The navigation to the new place has ended. From now on, the first place opens another editor.
  else if (mounted.places.length > 1 && mounted.places.at(-1) === place)
    setMounted({ ...mounted, places: [place] })
  const onCreated = (id: string) => {
    // The person has left; the editor stays mounted only until the next screen is loaded.
    if (!isNewAt(router.latestLocation, slug, mounted.places)) return
    // Until the navigation has ended, both the old and the new place belong to this editor.
    setMounted((current) => ({
      ...current,
      places: [current.places[0] ?? '', placeOf(slug, id, { changeSet })],
    }))
    void navigate({
      to: '/content/$collection/$id',
      params: { collection: slug, id },
      replace: true,
      resetScroll: false,
      ignoreBlocker: true,
      state: { staysInPlace: true },
    })
  }
  const onLocale = useCallback(
    (chosen: string) => {
      const locale = chosen === '' ? undefined : chosen
      setMounted((current) => ({
        ...current,
        places: [current.places[0] ?? '', placeOf(slug, null, { locale, changeSet })],
      }))
      void navigate({
        to: '/content/$collection/new',
        params: { collection: slug },
        search: locale === undefined ? {} : { locale },
        replace: true,
        resetScroll: false,
        ignoreBlocker: true,
        state: { staysInPlace: true },
      })
    },
    [navigate, slug, changeSet],
  )
  return { key: mounted.key, onCreated, onLocale }
}

interface OpenedProps {
  readonly collection: Collection
  readonly target: Target
  readonly onCreated: (id: string) => void
  readonly onLocale: (locale: string) => void
}

/** The editor for the item that was opened first: it stays the same when a new item gets an id. */
function Opened({ target, ...props }: OpenedProps) {
  const { locales } = useWorkspace().site
  const [opened] = useState(target)
  const { id, locale } = opened
  const [isUnknown] = useState(id === null && locale !== undefined && !locales.includes(locale))
  if (isUnknown) return <UnknownLocale collection={props.collection.slug} locale={locale ?? ''} />
  if (opened.id !== null) return <Existing {...props} target={opened} id={opened.id} />
  if (opened.translationOf === undefined) return <ItemEditor {...props} target={opened} saved={null} />
  return <NewTranslation {...props} target={opened} source={opened.translationOf} />
}

/** Loads an existing item. */
function Existing({ id, ...props }: OpenedProps & { readonly id: string }) {
  const { collection } = props
  const scope = useContentScope()
  const { data, error, refetch } = useQuery(itemQuery(scope, collection.slug, id))
  if (data !== undefined) return <ItemEditor {...props} saved={data} />
  if (isFailure(error, 404)) return <TrashedOrMissing collection={collection.slug} id={id} />
  if (error !== null) return <FailureState error={error} onRetry={() => void refetch()} />
  return <EditorSkeleton />
}

/** Loads the values that a new translation shares with the item that it translates, `source`. */
function NewTranslation({ source, ...props }: OpenedProps & { readonly source: string }) {
  const { collection } = props
  const scope = useContentScope()
  const { data, error, refetch } = useQuery({
    queryKey: [...scope.keys.item(collection.slug, source), 'shared'],
    queryFn: () => sharedValues(scope, collection, source),
  })
  if (data !== undefined) return <ItemEditor {...props} saved={null} shared={data} />
  // The source in the URL has characters that no id has.
  if (isFailure(error, 400)) return <NotFoundState />
  if (error !== null) return <FailureState error={error} onRetry={() => void refetch()} />
  return <EditorSkeleton />
}

/**
 * The values that a new translation shares with its source: the live values, because the service accepts no others, and
 * the terms of the pending draft.
 */
async function sharedValues(
  { content }: ContentScope,
  { slug, fields }: Collection,
  id: string,
): Promise<Values> {
  const { item } = await content.get({ collection: slug, id, include })
  const { item: stored } =
    item.status === 'published' ? await content.get({ collection: slug, id, view: 'live' }) : { item }
  const shared = fields.filter(({ translatable }) => !translatable)
  return {
    ...Object.fromEntries(shared.map((field) => [field.slug, stored.data[field.slug]])),
    ...termValues(item.terms),
  }
}

/** Shown if the item does not exist (any more); an item in the trash can be restored here. */
function TrashedOrMissing({ collection, id }: { readonly collection: string; readonly id: string }) {
  const { t } = useTranslation(['editor', 'common'])
  const client = useQueryClient()
  const scope = useContentScope()
  const { content, keys } = scope
  const { data: item, isPending } = useQuery({
    queryKey: [...keys.item(collection, id), 'trashed'],
    queryFn: () => findTrashed(scope, collection, id),
  })
  if (isPending) return <EditorSkeleton />
  if (item === null || item === undefined)
    return (
      <>
        <EditorSetBar collection={collection} id={id} />
        <NotFoundState />
      </>
    )
  const restore = async () => {
    await content.restore({ collection, id: item.id })
    notifySuccess(t('done.restoredFromTrash'))
    await client.invalidateQueries({ queryKey: keys.item(collection, id) })
  }
  return (
    <>
      <EditorSetBar collection={collection} id={id} />
      <EmptyState
        icon={Trash2}
        title={t('trashed.title', { title: inSentence(titleOf(item)) })}
        text={t('trashed.text')}
        action={<Button onClick={() => void restore().catch(notifyError)}>{t('trashed.restore')}</Button>}
      />
    </>
  )
}

function EditorSkeleton() {
  const { t } = useTranslation()
  return (
    <Stack role="status" aria-label={t('loading')} aria-busy="true">
      <Skeleton height={36} maw={480} />
      <Skeleton height={56} />
      <Skeleton height={240} />
    </Stack>
  )
}
