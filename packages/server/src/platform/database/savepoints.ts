import type { Transaction } from './database.ts'

/**
 * Runs work in a savepoint and rolls it back, also after an error for which `isTaken` is true. Data that the work has
 * read or computed stays in memory.
 */
export async function rolledBack<Result>(
  tx: Transaction,
  work: () => Promise<Result>,
  isTaken: (error: unknown) => boolean = () => false,
): Promise<Result> {
  await tx.run('SAVEPOINT tried', [])
  const back = async (): Promise<void> => {
    await tx.run('ROLLBACK TO SAVEPOINT tried', [])
    await tx.run('RELEASE SAVEPOINT tried', [])
  }
  try {
    const result = await work()
    await back()
    return result
  } catch (error) {
    if (isTaken(error)) await back()
    throw error
  }
}

/**
 * Runs work in a savepoint. After an error for which `isTaken` is true, only this work is rolled back, and the error
 * is returned; every other error ends the transaction.
 */
export async function attempted<Taken>(
  tx: Transaction,
  work: () => Promise<unknown>,
  isTaken: (error: unknown) => error is Taken,
): Promise<Taken | null> {
  await tx.run('SAVEPOINT part', [])
  try {
    await work()
  } catch (error) {
    if (!isTaken(error)) throw error
    await tx.run('ROLLBACK TO SAVEPOINT part', [])
    await tx.run('RELEASE SAVEPOINT part', [])
    return error
  }
  await tx.run('RELEASE SAVEPOINT part', [])
  return null
}
