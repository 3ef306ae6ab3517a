/** A plugin did what it may not: threw, took too long, answered nonsense. The caller is told which one, not what. */
export class PluginFailure extends Error {
  override readonly name = 'PluginFailure'
  readonly pluginId: string

  constructor(pluginId: string, hook: string, cause: unknown) {
    super(`the hook ${hook} of the plugin "${pluginId}" failed`, { cause })
    this.pluginId = pluginId
  }
}
