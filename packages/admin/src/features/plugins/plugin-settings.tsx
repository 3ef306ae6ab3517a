import { Badge, Code, Group, List, Stack, Switch, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../session/session.tsx'
import { BackLink } from '../../ui/back-link.tsx'
import { Page } from '../../ui/page.tsx'
import { FailureState, ListSkeleton } from '../../ui/states.tsx'
import { HookRuns } from './hook-runs.tsx'
import { type PluginWithSettings, pluginQuery } from './plugin-queries.ts'
import { SettingsForm } from './settings-form.tsx'
import { switchPlugin } from './switching.tsx'

/** A plugin: what it adds, and its settings. */
export function PluginSettings() {
  const { plugin: id } = useParams({ strict: false })
  const { data, error, isPending, refetch } = useQuery(pluginQuery(id ?? ''))
  if (isPending) return <ListSkeleton rows={4} />
  if (data === undefined) return <FailureState error={error} onRetry={() => void refetch()} />
  return <LoadedPlugin key={data.item.id} plugin={data.item} />
}

function LoadedPlugin({ plugin }: { readonly plugin: PluginWithSettings }) {
  const { t } = useTranslation('plugins')
  const { can } = useSession()
  const { name, description, version, source, enabled } = plugin
  return (
    <Page
      title={name}
      width="form"
      {...(description !== undefined && { lead: description })}
      back={<BackLink to="/plugins">{t('title')}</BackLink>}
      actions={
        can('plugins.manage') ? (
          <Switch
            label={t('switch', { name })}
            checked={enabled}
            onChange={() => void switchPlugin(plugin)}
          />
        ) : (
          <Badge variant="light" tt="none">
            {t(enabled ? 'enabled' : 'disabled')}
          </Badge>
        )
      }
    >
      <Stack gap="lg">
        <Text size="sm" c="dimmed">
          {t('version', { version })} · {t(`source.${source}`)}
        </Text>
        <Additions plugin={plugin} />
        {plugin.hookRuns !== undefined && <HookRuns runs={plugin.hookRuns} />}
        <section aria-labelledby="settings">
          <Title order={2} size="h4" mb="sm" id="settings">
            {t('settingsTitle')}
          </Title>
          {plugin.settingsSchema === null ? (
            <Text c="dimmed">{t('noSettings')}</Text>
          ) : (
            <SettingsForm
              plugin={plugin}
              schema={plugin.settingsSchema}
              isReadOnly={!can('plugins.manage')}
            />
          )}
        </section>
      </Stack>
    </Page>
  )
}

/** The types of blocks and the hooks that the plugin adds. */
function Additions({ plugin: { blocks, hooks } }: { readonly plugin: PluginWithSettings }) {
  const { t } = useTranslation('plugins')
  if (blocks.length === 0 && hooks.length === 0) return <Text c="dimmed">{t('nothing')}</Text>
  return (
    <>
      {blocks.length > 0 && (
        <section aria-labelledby="blocks">
          <Title order={2} size="h4" mb="xs" id="blocks">
            {t('blocksTitle')}
          </Title>
          <List size="sm">
            {blocks.map(({ type, title, description }) => (
              <List.Item key={type}>
                <Text span fw={650} dir="auto">
                  {title}
                </Text>{' '}
                <Code>{type}</Code> {description}
              </List.Item>
            ))}
          </List>
        </section>
      )}
      {hooks.length > 0 && (
        <section aria-labelledby="hooks">
          <Title order={2} size="h4" mb="xs" id="hooks">
            {t('hooksTitle')}
          </Title>
          <Group gap="xs">
            {hooks.map((hook) => (
              <Code key={hook}>{hook}</Code>
            ))}
          </Group>
        </section>
      )}
    </>
  )
}
