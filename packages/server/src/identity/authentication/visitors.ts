import { type Caller, visitor } from '../../core/caller.ts'
import type { Schema } from '../../core/model/model.ts'
import type { SchemaRegistry } from '../../core/model/registry.ts'
import type { TokenCache } from './token-cache.ts'

declare module '../../core/context.ts' {
  interface Services {
    readonly visitors: Visitors
  }
}

/** Gives callers without a token the right to read collections with `publicRead`. */
export class Visitors {
  readonly #schema: SchemaRegistry
  readonly #tokens: TokenCache
  /** the counter of rights when the schema was last read; no counter is -1, so the first request reads it */
  #version = -1
  /** the caller for the schema that it was made from */
  #cached: { readonly schema: Schema; readonly caller: Caller | null } | null = null

  constructor(schema: SchemaRegistry, tokens: TokenCache) {
    this.#schema = schema
    this.#tokens = tokens
  }

  /** The caller of a request without a token; null while no collection can be read without one. */
  caller(): Caller | null | Promise<Caller | null> {
    const version = this.#tokens.rightsVersion()
    return version instanceof Promise ? version.then((known) => this.#at(known)) : this.#at(version)
  }

  /**
   * The caller at a state of the counter of rights. After a change the schema is read again, because another process
   * may have removed `publicRead`.
   */
  #at(version: number): Caller | null | Promise<Caller | null> {
    if (version === this.#version) return this.#current()
    return this.#schema.refresh().then(() => {
      this.#version = version
      return this.#current()
    })
  }

  #current(): Caller | null {
    const schema = this.#schema.current
    if (this.#cached?.schema !== schema) this.#cached = { schema, caller: callerOf(schema) }
    return this.#cached.caller
  }
}

function callerOf({ collections }: Schema): Caller | null {
  const readable = [...collections.values()].filter(({ definition }) => definition.publicRead === true)
  return readable.length === 0 ? null : visitor(readable.map(({ slug }) => slug))
}
