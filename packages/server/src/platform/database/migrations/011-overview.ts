/**
 * A counter that records whether older content tables, which are created at run time, have the index of pending
 * items.
 */
export const overview = [`INSERT INTO counters (name, value) VALUES ('pending_indexes', 0)`]
