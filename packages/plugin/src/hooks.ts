import type { Refusal } from './refusal.ts'

/** Field values by slug, in their JSON form. */
export type Data = Readonly<Record<string, unknown>>

/** Who caused a change: a user with a role; `userId` is null for the operator and for jobs of the service. */
export interface Actor {
  readonly userId: string | null
  readonly role: number
  readonly interface: 'rest' | 'mcp' | 'cli' | 'job'
  /** @deprecated The former name of `interface`, with the same value. */
  readonly door: Actor['interface']
}

/** Writes into the service's log, with the id of the plugin. */
export interface PluginLog {
  info(message: string, details?: Readonly<Record<string, unknown>>): void
  warn(message: string, details?: Readonly<Record<string, unknown>>): void
  error(message: string, details?: Readonly<Record<string, unknown>>): void
}

/** The second argument of every hook. */
export interface HookInfo<Settings = Data> {
  readonly actor: Actor
  /** the settings of the plugin, as its schema has parsed them */
  readonly settings: Settings
  /** the time of the change: ISO 8601, UTC */
  readonly now: string
  /** id of the call of an after-hook, equal for each repetition; null for a before-hook */
  readonly callId: string | null
  readonly log: PluginLog
  /** is aborted when the hook has used up its time: pass it to `fetch` */
  readonly signal: AbortSignal
}

/** The item that an event is about. */
export interface ContentEvent {
  readonly collection: string
  readonly id: string
  readonly slug: string
  readonly locale: string
}

interface WithData {
  readonly data: Data
}

interface Saving extends WithData {
  readonly collection: string
  /** null while the item is created */
  readonly id: string | null
  /** null if the service makes the slug of a new item from its values */
  readonly slug: string | null
  readonly locale: string
  readonly reason: 'create' | 'duplicate' | 'update' | 'restoreRevision'
  /** the values of all fields before the change; `data` has only the given ones. Null while the item is created. */
  readonly previous: Data | null
}

interface Saved extends ContentEvent, WithData {
  readonly reason: Saving['reason']
  readonly status: 'draft' | 'published' | 'scheduled'
}

interface Deletion extends ContentEvent {
  /** false: it goes to the trash */
  readonly isPermanent: boolean
}

/** A file with its facts; `data` has the texts that people wrote about it: alt text, caption and the like. */
interface MediaEvent extends WithData {
  /** null before the upload */
  readonly id: string | null
  readonly filename: string
  readonly mimeType: string
  /** bytes; null when they are not known yet */
  readonly size: number | null
}

/** `data` has all texts after the change, `previous` all texts before it. */
interface MediaUpdate extends MediaEvent {
  readonly id: string
  readonly previous: Data
}

/** A change of a part of the site. `slug` is its name in addresses; null for a part without one. */
interface SiteChange {
  readonly change: 'created' | 'updated' | 'deleted'
  /** null for the settings */
  readonly id: string | null
  readonly slug: string | null
  /** null if the slug has not changed */
  readonly previousSlug: string | null
}

/** hook → its event */
export interface Events {
  'content:beforeSave': Saving
  'content:afterSave': Saved
  'content:beforePublish': ContentEvent & WithData
  'content:afterPublish': ContentEvent & WithData
  'content:afterUnpublish': ContentEvent
  'content:afterSchedule': ContentEvent & {
    readonly scheduledAt: string | null
    readonly unpublishAt: string | null
  }
  'content:afterUnschedule': ContentEvent
  'content:beforeDelete': Deletion
  'content:afterDelete': Deletion
  'content:afterRestore': ContentEvent
  'media:beforeUpload': MediaEvent
  'media:afterUpload': MediaEvent & { readonly id: string }
  'media:beforeUpdate': MediaUpdate
  'media:afterUpdate': MediaUpdate
  'media:beforeDelete': MediaEvent & { readonly id: string }
  'media:afterDelete': MediaEvent & { readonly id: string }
  'collection:afterChange': SiteChange
  'taxonomy:afterChange': SiteChange
  'term:afterChange': SiteChange
  'menu:afterChange': SiteChange
  'widgetArea:afterChange': SiteChange
  'section:afterChange': SiteChange
  'settings:afterChange': SiteChange
}

/** Before-hooks can refuse a change. Some can also return other data: see `ChangingHookName`. */
export const beforeHooks = [
  'content:beforeSave',
  'content:beforePublish',
  'content:beforeDelete',
  'media:beforeUpload',
  'media:beforeUpdate',
  'media:beforeDelete',
] as const
export type BeforeHookName = (typeof beforeHooks)[number]
type ChangingHookName = 'content:beforeSave' | 'media:beforeUpload' | 'media:beforeUpdate'

/** Hooks of the parts of a site; a change of a menu item changes its menu, one of a widget its area. */
const siteHooks = [
  'collection:afterChange',
  'taxonomy:afterChange',
  'term:afterChange',
  'menu:afterChange',
  'widgetArea:afterChange',
  'section:afterChange',
  'settings:afterChange',
] as const
export type SiteHookName = (typeof siteHooks)[number]

export function isSiteHook(name: string): name is SiteHookName {
  return (siteHooks as readonly string[]).includes(name)
}

/** After-hooks run after the commit. */
export const afterHooks = [
  'content:afterSave',
  'content:afterPublish',
  'content:afterUnpublish',
  'content:afterSchedule',
  'content:afterUnschedule',
  'content:afterDelete',
  'content:afterRestore',
  'media:afterUpload',
  'media:afterUpdate',
  'media:afterDelete',
  ...siteHooks,
] as const
export type AfterHookName = (typeof afterHooks)[number]

// `void` is the result of a function without a return, as most hooks are.
type Nothing = void | undefined | null
type Soon<Value> = Value | Promise<Value>
type Answer<Name> = Name extends ChangingHookName ? Nothing | Refusal | WithData : Nothing | Refusal

/** The hooks of a plugin: a before-hook can refuse the change, and the result of an after-hook is ignored. */
export type Hooks<Settings = Data> = {
  readonly [Name in BeforeHookName]?: (event: Events[Name], info: HookInfo<Settings>) => Soon<Answer<Name>>
} & {
  readonly [Name in AfterHookName]?: (event: Events[Name], info: HookInfo<Settings>) => Soon<Nothing>
}
