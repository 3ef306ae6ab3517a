// Queries of other modules about items that they refer to.
export { existingIdsOf, findAddresses, findTargets, lockTarget, type Target } from './target-store.ts'
