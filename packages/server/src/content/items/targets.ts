// Queries of other modules about items that they refer to.
export {
  existingIdsOf,
  findAddresses,
  findPublished,
  findTargets,
  lockTarget,
  referableIdsOf,
  type Target,
} from './target-store.ts'
