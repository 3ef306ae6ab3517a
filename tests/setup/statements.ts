import type { Transaction } from '@octavo/server/platform/database/database'
import { vi } from 'vitest'
import type { TestService } from './service.ts'

/**
 * Counts the statements of the transactions of a service; the function that it returns ends this and returns the number.
 * An attempt that the database ended, because another transaction was in the way, does not count.
 */
export function countStatements({ services: { database } }: Pick<TestService, 'services'>): () => number {
  const transaction = database.transaction.bind(database)
  let count = 0
  const spy = vi.spyOn(database, 'transaction').mockImplementation(async (kind, work) => {
    let ofAttempt = 0
    const result = await transaction(kind, (tx) => {
      ofAttempt = 0
      return work(counted(tx, () => ofAttempt++))
    })
    count += ofAttempt
    return result
  })
  return () => {
    spy.mockRestore()
    return count
  }
}

/** A transaction whose statements are counted. */
function counted(tx: Transaction, count: () => void): Transaction {
  return new Proxy(tx, {
    get(target, key) {
      const member = Reflect.get(target, key) as unknown
      if (typeof member !== 'function') return member
      return (...parameters: unknown[]) => {
        count()
        return (member as (...all: unknown[]) => unknown).apply(target, parameters)
      }
    },
  })
}
