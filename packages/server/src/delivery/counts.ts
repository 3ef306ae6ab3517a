export { type CountedScope, type Counts, readCounts } from './change-counts-store.ts'
export { countMediaChange, holdMediaOf } from './media-uses-store.ts'
