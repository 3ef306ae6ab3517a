import type { SettingName } from '@octavo/contract/operations/settings'
import { useMantineColorScheme } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { LogOut, Plus, Search, Settings, SunMoon, UserRound, Zap } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { singularOf } from '../features/content-list/heading.ts'
import { useScreens } from '../features/search/destinations.ts'
import { matches } from '../features/search/matches.ts'
import { CollectionIcon } from '../ui/collection-icon.tsx'
import type { Choice } from '../ui/finder.tsx'
import { offeredActions } from '../ui/screen-actions.ts'
import { Place } from './palette-place.tsx'
import { schemes } from './schemes.ts'
import { withoutSingletons, useSession, useWorkspace } from '../session/session.tsx'
import { signOut } from '../session/sign-out.ts'

/** Wraps an action so that it first closes the palette. */
type CloseAndRun = (action: () => void) => () => void

interface Commands {
  /** actions on the shown object, such as the open item */
  readonly screen: readonly Choice[]
  readonly goTo: readonly Choice[]
  readonly create: readonly Choice[]
  readonly actions: readonly Choice[]
  /** only for a typed text, because there are many */
  readonly settings: readonly Choice[]
}

/** The commands that need no request: all of them, or those that match the typed text. */
export function useCommands(q: string, onClose: () => void): Commands {
  const closeAnd: CloseAndRun = (action) => () => {
    onClose()
    action()
  }
  const collections = useCollectionCommands(closeAnd)
  const screens = useScreenCommands(q, closeAnd)
  const actions = useActionCommands(closeAnd)
  const search = useSearchCommand(q, closeAnd)
  const ofScreen = useOfferedCommands(closeAnd)
  const settings = useSettingCommands(closeAnd)
  const matching = (choices: readonly Choice[]): Choice[] => choices.filter(({ label }) => matches(label, q))
  return {
    screen: matching(ofScreen),
    settings: q === '' ? [] : matching(settings),
    goTo: [...matching(collections.lists), ...screens],
    create: matching(collections.newItems),
    actions: [...matching(actions), ...search],
  }
}

/** The actions on what the screen shows, such as those of the open item. */
function useOfferedCommands(closeAnd: CloseAndRun): Choice[] {
  // The actions that the shown screen offered when the palette was opened.
  const [offered] = useState(offeredActions)
  return offered.map(({ id, label, run }) => ({
    id: `screen-${id}`,
    label,
    icon: <Zap size={18} aria-hidden />,
    onChoose: closeAnd(run),
  }))
}

/** the key of the label of each setting; the type ensures that none is missing */
const settingTexts = {
  siteTitle: 'siteTitle',
  tagline: 'tagline',
  siteUrl: 'siteUrl',
  previewOrigins: 'previewOrigins',
  timeZone: 'timeZone',
  postsPerPage: 'postsPerPage',
  changeSetApproval: 'changeSetApproval',
  keepRevisions: 'retention.keepRevisions',
  keepRevisionDays: 'retention.keepRevisionDays',
  keepTrashDays: 'retention.keepTrashDays',
  keepImportDays: 'retention.keepImportDays',
  keepEventDays: 'retention.keepEventDays',
} as const satisfies Readonly<Record<SettingName, string>>

/** the sections of the account by the names of their texts, with their ids in the document */
const accountSections = {
  profile: 'profile',
  passkeys: 'passkeys',
  sessions: 'sessions',
  tokens: 'tokens',
  siteTokens: 'site-tokens',
  apps: 'apps',
} as const

/** The settings of the site, for those who may read them, and the sections of one's account. */
function useSettingCommands(closeAnd: CloseAndRun): Choice[] {
  const { t } = useTranslation(['settings', 'account', 'shell'])
  const navigate = useNavigate()
  const { can } = useSession()
  const icon = <Settings size={18} aria-hidden />
  // The screen of the settings also shows the languages, which are set where the service is started.
  const settingNames = { ...settingTexts, languages: 'languages.title' } as const
  const site = Object.entries(settingNames).map(([key, text]): Choice => ({
    id: `setting-${key}`,
    label: t(text),
    icon,
    detail: <Place>{t('shell:settings')}</Place>,
    onChoose: closeAnd(() => void navigate({ to: '/settings', search: { setting: key } })),
  }))
  const account = (Object.keys(accountSections) as (keyof typeof accountSections)[])
    .filter((key) => key !== 'siteTokens' || can('siteTokens.manage'))
    .map((key): Choice => ({
      id: `account-${key}`,
      label: t(`account:${key}.title`),
      icon,
      detail: <Place>{t('shell:account')}</Place>,
      onChoose: closeAnd(() => void navigate({ to: '/account', hash: accountSections[key] })),
    }))
  return [...(can('settings.read') ? site : []), ...account]
}

/** For each collection, the link to its list and, unless it is a singleton, the link to a new item. */
function useCollectionCommands(closeAnd: CloseAndRun) {
  const { t } = useTranslation('lists')
  const navigate = useNavigate()
  const { can } = useSession()
  const { collections } = useWorkspace()
  const lists = collections.map(({ slug, label, icon }): Choice => ({
    id: `list-${slug}`,
    label,
    icon: <CollectionIcon name={icon} />,
    onChoose: closeAnd(() => void navigate({ to: '/content/$collection', params: { collection: slug } })),
  }))
  const newItems = !can('content.create')
    ? []
    : withoutSingletons(collections).map((collection): Choice => ({
        id: `new-${collection.slug}`,
        label: t('new', { what: singularOf(collection) }),
        icon: <Plus size={18} aria-hidden />,
        onChoose: closeAnd(
          () => void navigate({ to: '/content/$collection/new', params: { collection: collection.slug } }),
        ),
      }))
  return { lists, newItems }
}

/** The links to the screens whose names match the typed text. */
function useScreenCommands(q: string, closeAnd: CloseAndRun): Choice[] {
  const navigate = useNavigate()
  return useScreens(q).map(({ to, name, icon: Icon }) => ({
    id: `screen-${to.slice(1) || 'dashboard'}`,
    label: name,
    icon: <Icon size={18} aria-hidden />,
    onChoose: closeAnd(() => void navigate({ to })),
  }))
}

/** The commands that work on every screen: colour schemes, the account and signing out. */
function useActionCommands(closeAnd: CloseAndRun): Choice[] {
  const { t } = useTranslation(['search', 'shell'])
  const { setColorScheme } = useMantineColorScheme()
  const navigate = useNavigate()
  return [
    ...schemes.map((scheme) => ({
      id: `theme-${scheme}`,
      label: t('palette.theme', { scheme: t(`shell:themes.${scheme}`) }),
      icon: <SunMoon size={18} aria-hidden />,
      onChoose: closeAnd(() => setColorScheme(scheme)),
    })),
    {
      id: 'account',
      label: t('shell:account'),
      icon: <UserRound size={18} aria-hidden />,
      onChoose: closeAnd(() => void navigate({ to: '/account' })),
    },
    {
      id: 'sign-out',
      label: t('shell:signOut'),
      icon: <LogOut size={18} aria-hidden />,
      onChoose: closeAnd(() => void signOut()),
    },
  ]
}

/** The link to all search results of the typed text; none without a text. */
function useSearchCommand(q: string, closeAnd: CloseAndRun): Choice[] {
  const { t } = useTranslation('search')
  const navigate = useNavigate()
  if (q === '') return []
  return [
    {
      id: 'everywhere',
      label: t('palette.everywhere', { q }),
      icon: <Search size={18} aria-hidden />,
      onChoose: closeAnd(() => void navigate({ to: '/search', search: { q } })),
    },
  ]
}
