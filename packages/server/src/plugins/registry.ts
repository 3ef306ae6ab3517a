import type { Database, Reader, Transaction } from '../platform/database/database.ts'
import { activate, type ActivePlugins } from './active.ts'
import type { LoadedPlugin } from './load.ts'
import { readPluginsVersion, readStates } from './store.ts'

declare module '../core/context.ts' {
  interface Services {
    readonly plugins: PluginRegistry
  }
}

/** The plugins of this process and their state, kept in sync with the database. */
export class PluginRegistry {
  readonly loaded: readonly LoadedPlugin[]
  readonly #database: Database
  #current: ActivePlugins

  private constructor(database: Database, loaded: readonly LoadedPlugin[], first: ActivePlugins) {
    this.#database = database
    this.loaded = loaded
    this.#current = first
  }

  static async open(database: Database, loaded: readonly LoadedPlugin[]): Promise<PluginRegistry> {
    const version = await readPluginsVersion(database)
    const states = await readStates(database.reader)
    return new PluginRegistry(database, loaded, activate(loaded, version, states))
  }

  /**
   * The enabled plugins. Within a write they are exact: it reloads them at its start (`asOf`), and no plugin can change
   * while it runs. Elsewhere they can be a second old.
   */
  get current(): ActivePlugins {
    return this.#current
  }

  /** Reloads the plugins if their version in a transaction is another; called at the start of every write. */
  async asOf(tx: Transaction): Promise<void> {
    if (tx.pluginsVersion !== this.#current.version) await this.#load(tx, tx.pluginsVersion)
  }

  /** Reloads if plugins were enabled, disabled or configured. */
  async refresh(): Promise<void> {
    const version = await readPluginsVersion(this.#database)
    if (version !== this.#current.version) await this.#load(this.#database.reader, version)
  }

  async #load(reader: Reader, version: number): Promise<void> {
    const states = await readStates(reader)
    // Two refreshes can finish out of order; the newer state is kept.
    if (version > this.#current.version) this.#current = activate(this.loaded, version, states)
  }
}
