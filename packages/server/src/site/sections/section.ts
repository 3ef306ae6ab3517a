// Queries about sections, for other modules.
export { hasSection } from './presence-store.ts'
