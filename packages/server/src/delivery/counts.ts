export { type CountedScope, type Counts, countsSql, readCounts } from './change-counts-store.ts'
export { countMediaChange, lockMediaOf } from './media-uses-store.ts'
