// What other modules ask about items that they refer to.
export { existingIdsOf, findTargets, lockTarget, type Target } from './target-store.ts'
