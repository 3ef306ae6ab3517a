import type { Transaction } from './database.ts'

/**
 * Does work within a transaction and takes all of it back, also where it fails with an error that `isTaken`; what it has
 * read and made in memory stays.
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
 * Does work within a transaction. Where it fails with an error that `isTaken`, only this work is taken back, and the error is
 * returned; every other error ends the transaction.
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
