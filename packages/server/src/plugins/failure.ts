/**
 * A plugin misbehaved: it threw, timed out or returned an invalid result. The caller learns which plugin, but no
 * details.
 */
export class PluginFailure extends Error {
  override readonly name = 'PluginFailure'
  readonly pluginId: string

  constructor(pluginId: string, hook: string, cause: unknown) {
    super(`the hook ${hook} of the plugin "${pluginId}" failed`, { cause })
    this.pluginId = pluginId
  }
}
