import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from '@octavo/plugin'
import { readPlugin } from '@octavo/plugin/manifest'
import { ConfigError } from '../config.ts'
import { bundledPlugins } from './bundled/registry.ts'
import { withinTime } from '../platform/time-limit.ts'

export interface LoadedPlugin {
  readonly plugin: Plugin
  readonly source: 'bundled' | 'configured'
}

/** milliseconds within which a module must load */
const loadTime = 10_000

/**
 * Loads the bundled plugins and those in `OCTAVO_PLUGINS`. Throws a ConfigError that names a plugin that cannot be
 * used.
 */
export async function loadPlugins(names: readonly string[]): Promise<LoadedPlugin[]> {
  const loaded: LoadedPlugin[] = bundledPlugins.map((plugin) => ({ plugin, source: 'bundled' }))
  for (const name of names) {
    const plugin = await load(name)
    const twin = loaded.find((other) => other.plugin.id === plugin.id)
    if (twin !== undefined) throw wrong(name, `and there is another plugin with the id "${plugin.id}"`)
    refuseSharedBlocks(name, plugin, loaded)
    loaded.push({ plugin, source: 'configured' })
  }
  return loaded
}

async function load(name: string): Promise<Plugin> {
  let module: Record<string, unknown>
  try {
    const importing = import(addressOf(name)) as Promise<Record<string, unknown>>
    module = await withinTime(importing, loadTime, `it took longer than ${loadTime / 1000} seconds`)
  } catch (error) {
    throw new ConfigError(`OCTAVO_PLUGINS names "${name}", which cannot be loaded: ${reason(error)}.`, {
      cause: error,
    })
  }
  const given = module['default'] ?? module['plugin']
  if (given === undefined) throw wrong(name, 'which exports no plugin (as default, or by the name plugin)')
  const read = readPlugin(given)
  if ('problem' in read) throw wrong(name, `which is not a plugin (${read.problem})`)
  return read.plugin
}

/**
 * The address to import for a configured name. A path is relative to the working directory; a package is looked up
 * there first, then next to the service.
 */
function addressOf(name: string): string {
  if (name.startsWith('file:')) return name
  if (/^(\.{1,2}[\\/]|[\\/]|[a-zA-Z]:[\\/])/.test(name)) return pathToFileURL(resolve(name)).href
  try {
    return pathToFileURL(createRequire(join(process.cwd(), 'package.json')).resolve(name)).href
  } catch {
    return name
  }
}

/** Throws a ConfigError if another configured plugin defines a block type of this one. */
function refuseSharedBlocks(name: string, { blocks = [] }: Plugin, others: readonly LoadedPlugin[]): void {
  for (const { plugin, source } of others) {
    const shared = blocks.find(({ type }) => plugin.blocks?.some((other) => other.type === type))
    // A bundled plugin may share a block type, because it can only be enabled while no other plugin uses the type.
    if (shared !== undefined && source === 'configured')
      throw wrong(name, `and its block type "${shared.type}" is already defined by "${plugin.id}"`)
  }
}

function wrong(name: string, what: string): ConfigError {
  return new ConfigError(`OCTAVO_PLUGINS names "${name}", ${what}.`)
}

function reason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND')
    return 'it, or a module that it needs, does not exist'
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
  return line.replace(/\.$/, '')
}
