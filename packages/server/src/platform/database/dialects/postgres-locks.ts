/** keys of the advisory locks; arbitrary numbers that another program on the same database is unlikely to use */
export const migrationLock = 7_402_001
export const schemaLock = 7_402_002
export const indexLock = 7_402_003
