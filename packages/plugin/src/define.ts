import type { z } from 'zod'
import type { Data, Hooks } from './hooks.ts'

/** An issue with a block, with the key in question. */
export interface BlockProblem {
  readonly message: string
  readonly path?: string
}

/** A kind of block that people can put into rich text while the plugin is enabled. */
export interface BlockType<Settings = Data> {
  /** its `_type`, such as `embed` */
  readonly type: string
  readonly title: string
  readonly description?: string
  /** the keys of a block other than `_type` and `_key`: `z.strictObject` or `z.looseObject` */
  readonly schema: z.ZodObject
  /** checks beyond the schema: they depend on the settings or on several keys; synchronous and without side effects */
  check?(block: Data, settings: Settings): BlockProblem | undefined
}

/** The definition of a plugin: its name, its settings and what it adds to the service. */
export interface Plugin<Settings extends z.ZodObject = z.ZodObject> {
  /** a-z, 0-9 and `-`, beginning with a letter; never change it */
  readonly id: string
  readonly name: string
  readonly version: string
  readonly description?: string
  readonly blocks?: readonly BlockType<z.output<Settings>>[]
  readonly hooks?: Hooks<z.output<Settings>>
  /** a `z.strictObject` each key of which has a default; answers never contain keys with the meta `{ secret: true }` */
  readonly settings?: Settings
}

/** A typed identity: it lets the compiler check the hooks against their events and the settings. */
export function definePlugin<Settings extends z.ZodObject = z.ZodObject>(
  plugin: Plugin<Settings>,
): Plugin<Settings> {
  return plugin
}
