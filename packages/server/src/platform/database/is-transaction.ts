import type { Reader, Transaction } from './database.ts'

/** Whether a reader is a transaction, which can write too. */
export function isTransaction(db: Reader): db is Transaction {
  return 'run' in db
}
