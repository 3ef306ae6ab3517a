import type { PermissionName } from './access.ts'
import type { Operation } from './define.ts'

/**
 * Controls: inputs such as `dryRun` that operations do not define themselves. These functions decide, for all
 * interfaces, which operations take them. This file does not use Zod; the schemas are in `control-inputs.ts`.
 */
export const controlNames = ['dryRun', 'changeSet'] as const
export type Control = (typeof controlNames)[number]

type ControlledOperation = Pick<Operation, 'name' | 'effect' | 'permission' | 'audit'>

/**
 * Whether an operation has a dry run: it needs a permission and changes stored data in one transaction, which can be
 * rolled back. Operations with the audit `none` store only temporary data.
 */
export function takesDryRun({ effect, audit, permission }: ControlledOperation): boolean {
  const isWrite = effect === 'write' || effect === 'schema'
  return isWrite && audit !== 'none' && permission !== 'public' && permission !== 'signedIn'
}

/**
 * The permissions of operations that write items, except permanent deletion, which cannot be undone. An operation names
 * the permission that every caller needs; handlers check further ones, such as `content.editAny`.
 */
const writesOfItems: readonly string[] = [
  'content.create',
  'content.editOwnUnpublished',
  'content.publishOwn',
] satisfies PermissionName[]

/**
 * The reads that can show items as a change-set would make them, and data that is derived from items: words,
 * addresses, references. Operations with other effects than `read` and `write` are not listed, so they take no set.
 */
const readsOfItems: ReadonlySet<string> = new Set([
  'content.list',
  'content.listTrashed',
  'content.get',
  'content.compare',
  'content.translations',
  'terms.listOfItem',
  'search.query',
  'search.suggest',
  'menus.get',
  'site.map',
  'redirects.resolve',
  'references.find',
  'references.check',
  'media.usage',
])

/** Whether a write of content can go into a change-set, or a read can show the content as a set would make it. */
export function takesChangeSet({ name, effect, permission }: ControlledOperation): boolean {
  return effect === 'write' ? writesOfItems.includes(permission) : readsOfItems.has(name)
}

/** The controls that an operation takes. */
export function controlsOf(operation: ControlledOperation): readonly Control[] {
  return [
    ...(takesDryRun(operation) ? (['dryRun'] as const) : []),
    ...(takesChangeSet(operation) ? (['changeSet'] as const) : []),
  ]
}
