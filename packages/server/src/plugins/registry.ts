import type { Database, Reader, Transaction } from '../database/database.ts'
import { activate, type ActivePlugins } from './active.ts'
import { AfterHooks } from './after-hooks.ts'
import type { LoadedPlugin } from './load.ts'
import { readPluginsVersion, readStates } from './store.ts'

/** The plugins of this process, kept in step with what the database says of them. */
export class PluginRegistry {
  readonly loaded: readonly LoadedPlugin[]
  readonly afterHooks: AfterHooks
  readonly #database: Database
  #current: ActivePlugins

  private constructor(database: Database, loaded: readonly LoadedPlugin[], first: ActivePlugins) {
    this.#database = database
    this.loaded = loaded
    this.#current = first
    this.afterHooks = new AfterHooks()
  }

  static async open(database: Database, loaded: readonly LoadedPlugin[]): Promise<PluginRegistry> {
    const version = await readPluginsVersion(database)
    const states = await readStates(database.reader)
    return new PluginRegistry(database, loaded, activate(loaded, version, states))
  }

  /**
   * What is enabled. Exact in a write, which brings it up to date at its begin (`asOf`) and which no change of
   * plugins runs beside; a second old at most elsewhere.
   */
  get current(): ActivePlugins {
    return this.#current
  }

  /** Called at the begin of every write. */
  async asOf(tx: Transaction): Promise<void> {
    if (tx.pluginsVersion !== this.#current.version) await this.#load(tx, tx.pluginsVersion)
  }

  /** Looks whether plugins have been enabled, disabled or set. */
  async refresh(): Promise<void> {
    const version = await readPluginsVersion(this.#database)
    if (version !== this.#current.version) await this.#load(this.#database.reader, version)
  }

  async #load(reader: Reader, version: number): Promise<void> {
    const states = await readStates(reader)
    // Two of these may overtake each other: the newer one stays.
    if (version > this.#current.version) this.#current = activate(this.loaded, version, states)
  }
}
