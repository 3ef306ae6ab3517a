import { Stack, Text } from '@mantine/core'
import i18next from 'i18next'
import { api } from '../../api/client.ts'
import { confirm } from '../../ui/confirm.tsx'
import { notifySuccess, notifyError } from '../../ui/notify.tsx'
import { type Plugin, refreshPlugins } from './plugin-queries.ts'

/** Enables or disables a plugin after a confirmation; can be undone. */
export async function switchPlugin(plugin: Plugin): Promise<void> {
  const { name } = plugin
  const action = plugin.enabled ? 'disable' : 'enable'
  const isSure = await confirm({
    title: i18next.t(`plugins:${action}.title`, { name }),
    text: (
      <Stack gap="xs">
        {(action === 'enable' ? meaningOfEnabling(plugin) : meaningOfDisabling(plugin)).map((line) => (
          <Text key={line} size="sm">
            {line}
          </Text>
        ))}
      </Stack>
    ),
    action: i18next.t(`plugins:${action}.action`),
  })
  if (isSure) await applySwitch(plugin, action)
}

/** Enables or disables a plugin and notifies of it, with an undo. */
async function applySwitch(plugin: Plugin, action: 'enable' | 'disable'): Promise<void> {
  const { id: pluginId, name } = plugin
  try {
    await api.plugins[action]({ pluginId })
    const opposite = action === 'enable' ? 'disable' : 'enable'
    // The id lets this notification replace earlier ones about the plugin.
    notifySuccess(i18next.t(`plugins:${action}.done`, { name }), () => void applySwitch(plugin, opposite), [
      pluginId,
    ])
  } catch (error) {
    notifyError(error)
  }
  await refreshPlugins()
}

/** What enabling a plugin changes, in sentences for the confirmation. */
function meaningOfEnabling({ blocks, hasHooks }: Plugin): string[] {
  const titles = blocks.map(({ title }) => title).join(', ')
  return [
    ...(blocks.length > 0 ? [i18next.t('plugins:enable.blocks', { count: blocks.length, titles })] : []),
    ...(hasHooks ? [i18next.t('plugins:enable.hooks')] : []),
    i18next.t('plugins:enable.content'),
  ]
}

/** What disabling a plugin changes. */
function meaningOfDisabling({ blocks, hasHooks, hasSettings }: Plugin): string[] {
  return [
    ...(blocks.length > 0 ? [i18next.t('plugins:disable.blocks')] : []),
    ...(hasHooks ? [i18next.t('plugins:disable.hooks')] : []),
    ...(hasSettings ? [i18next.t('plugins:disable.settings')] : []),
    // Stored content stays as it is, as when a plugin is enabled.
    i18next.t('plugins:enable.content'),
  ]
}
