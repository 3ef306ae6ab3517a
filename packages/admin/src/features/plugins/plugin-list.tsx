import { Badge, Group, Switch, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Plug } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../session/session.tsx'
import { TitleLink } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import { EmptyState, FailureState, ListSkeleton } from '../../ui/states.tsx'
import { type Plugin, pluginsQuery } from './plugin-queries.ts'
import { switchPlugin } from './switching.tsx'

/** The plugins of this installation. */
export function PluginList() {
  const { t } = useTranslation('plugins')
  const { can } = useSession()
  return (
    <Page title={t('title')} lead={t('lead')}>
      {!can('plugins.manage') && (
        <Text c="dimmed" mb="md">
          {t('readOnly')}
        </Text>
      )}
      <LoadedPlugins />
    </Page>
  )
}

function LoadedPlugins() {
  const { t } = useTranslation('plugins')
  const { data, error, isPending, refetch } = useQuery(pluginsQuery)
  if (isPending) return <ListSkeleton rows={3} />
  if (data === undefined) return <FailureState error={error} onRetry={() => void refetch()} />
  if (data.items.length === 0) return <EmptyState icon={Plug} title={t('none.title')} text={t('none.text')} />
  return (
    <Rows label={t('title')}>
      {data.items.map((plugin) => (
        <PluginRow key={plugin.id} plugin={plugin} />
      ))}
    </Rows>
  )
}

function PluginRow({ plugin }: { readonly plugin: Plugin }) {
  const { t } = useTranslation('plugins')
  const { can } = useSession()
  const { id, name, version, source, enabled } = plugin
  return (
    <Row
      heading={
        <Group gap="sm">
          <TitleLink to="/plugins/$plugin" params={{ plugin: id }}>
            {name}
          </TitleLink>
          {!can('plugins.manage') && <Badge>{t(enabled ? 'enabled' : 'disabled')}</Badge>}
        </Group>
      }
      detail={
        <>
          <About plugin={plugin} />
          {t('version', { version })} · {t(`source.${source}`)}
        </>
      }
      actions={
        can('plugins.manage') && (
          <Switch
            aria-label={t('switch', { name })}
            checked={enabled}
            onChange={() => void switchPlugin(plugin)}
          />
        )
      }
    />
  )
}

/** The description of a plugin, and what it adds: types of blocks, and hooks. */
function About({ plugin: { description, blocks, hooks } }: { readonly plugin: Plugin }) {
  const { t } = useTranslation('plugins')
  const titles = blocks.map(({ title }) => title).join(', ')
  const adds = [
    ...(blocks.length > 0 ? [t('adds', { count: blocks.length, titles })] : []),
    ...(hooks.length > 0 ? [t('hooks', { count: hooks.length })] : []),
  ]
  return (
    <>
      {description !== undefined && <div dir="auto">{description}</div>}
      <div>{adds.length > 0 ? adds.join(' · ') : t('nothing')}</div>
    </>
  )
}
