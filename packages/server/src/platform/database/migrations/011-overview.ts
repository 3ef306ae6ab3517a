/** Content tables are made at run time: this counts whether those that are older have got the index of what is pending. */
export const overview = [`INSERT INTO counters (name, value) VALUES ('pending_indexes', 0)`]
