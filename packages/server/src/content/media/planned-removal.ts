// Planned removals, for other modules that store files.
export { cancelRemoval, planRemoval } from './removal-store.ts'
