export { type CountedScope, type Counts, countsSql, readCounts } from './change-counts-store.ts'
export { countMediaChange, holdMediaOf } from './media-uses-store.ts'
