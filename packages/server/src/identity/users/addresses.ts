// Queries about users' addresses, for other modules.
export { usersByAddress } from './address-store.ts'
