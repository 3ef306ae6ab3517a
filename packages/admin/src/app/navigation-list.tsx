import { AppShell, ScrollArea, Text } from '@mantine/core'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CollectionIcon } from '../ui/collection-icon.tsx'
import { RouterNavLink } from '../ui/links.tsx'
import { dashboard, type Destination, destinations } from '../session/navigation.ts'
import classes from './navigation-list.module.css'
import { useSession, useWorkspace } from '../session/session.tsx'

/** The main navigation: the collections, and the other screens that the person's role can reach. */
export function Navigation() {
  const { t } = useTranslation('shell')
  const { collections } = useWorkspace()
  return (
    <AppShell.Section grow component={ScrollArea} px="sm" py="sm">
      <Destinations list={[dashboard, ...destinations.planning]} />
      <Group name={t('groups.content')}>
        {collections.map(({ slug, label, icon }) => (
          <RouterNavLink
            key={slug}
            to="/content/$collection"
            params={{ collection: slug }}
            label={label}
            leftSection={<CollectionIcon name={icon} />}
            className={classes['link'] ?? ''}
            dir="auto"
          />
        ))}
        {collections.length === 0 && <FirstCollection />}
        <Destinations list={destinations.content} />
      </Group>
      <Group name={t('groups.site')}>
        <Destinations list={destinations.site} />
      </Group>
      <Group name={t('groups.manage')}>
        <Destinations list={destinations.manage} />
      </Group>
    </AppShell.Section>
  )
}

/** If there are no collections, a link to create the first one. */
function FirstCollection() {
  const { t } = useTranslation('shell')
  const { can } = useSession()
  if (!can('schema.write')) return null
  return (
    <RouterNavLink
      to="/model"
      search={{ new: 'collection' }}
      label={t('firstCollection')}
      leftSection={<Plus size={18} strokeWidth={1.8} aria-hidden />}
      className={classes['link'] ?? ''}
      activeOptions={{ exact: true, includeSearch: true }}
    />
  )
}

/** A part of the navigation under a heading. */
function Group({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={classes['group']} role="group" aria-label={name}>
      <Text className={classes['name']} aria-hidden>
        {name}
      </Text>
      {children}
    </div>
  )
}

/** The links to those screens of a list that the person's role can reach. */
function Destinations({ list }: { readonly list: readonly Destination[] }) {
  const { t } = useTranslation('shell')
  const { can } = useSession()
  const { collections } = useWorkspace()
  // Without collections, the navigation also has a link to `/model?new=collection`. An exact link compares the search
  // parameters too, so only that link is marked as current there, and not the one to `/model`.
  const isExact = (to: Destination['to']) => to === '/' || (to === '/model' && collections.length === 0)
  return list
    .filter(({ permission }) => can(permission))
    .map(({ to, text, icon: Icon }) => (
      <RouterNavLink
        key={to}
        to={to}
        label={t(text)}
        leftSection={<Icon size={18} strokeWidth={1.8} aria-hidden />}
        className={classes['link'] ?? ''}
        activeOptions={{ exact: isExact(to) }}
      />
    ))
}
