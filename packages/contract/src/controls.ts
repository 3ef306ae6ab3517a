import type { Operation } from './define.ts'

/**
 * Inputs that no operation defines by itself: which operations take them follows from what they do. All interfaces ask
 * here. This file has no Zod; the schemas are in `control-inputs.ts`.
 */
export const controlNames = ['dryRun'] as const
export type Control = (typeof controlNames)[number]

type Kind = Pick<Operation, 'effect' | 'permission' | 'audit'>

/** Whether an operation has a dry run: it changes stored data in one transaction, and needs a permission. */
export function takesDryRun({ effect, audit, permission }: Kind): boolean {
  const isWrite = effect === 'write' || effect === 'schema'
  return isWrite && audit !== 'none' && permission !== 'public' && permission !== 'signedIn'
}

export function controlsOf(operation: Kind): readonly Control[] {
  return takesDryRun(operation) ? ['dryRun'] : []
}
