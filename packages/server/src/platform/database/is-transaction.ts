import type { Reader, Transaction } from './database.ts'

export function isTransaction(db: Reader): db is Transaction {
  return 'run' in db
}
