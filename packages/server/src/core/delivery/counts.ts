// The counts of changes, for other modules.
export { type CountedScope, type Counts, readCounts, sumOfCountsSql } from './change-counts-store.ts'
export { countMediaChange, lockMediaOf } from './media-uses-store.ts'
