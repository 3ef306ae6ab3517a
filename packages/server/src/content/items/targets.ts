// Queries of other modules about items that they refer to.
export {
  existingIdsOf,
  findAddresses,
  findPublished,
  findTargets,
  lockTarget,
  type Target,
} from './target-store.ts'
