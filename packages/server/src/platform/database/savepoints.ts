import type { Transaction } from './database.ts'

/**
 * Runs work in a savepoint that is then rolled back, and returns its result. An error of the work is thrown. If
 * `isExpected` is true for it, the savepoint is rolled back first; otherwise the transaction cannot continue.
 */
export async function rolledBack<Result>(
  tx: Transaction,
  work: () => Promise<Result>,
  isExpected: (error: unknown) => boolean = () => false,
): Promise<Result> {
  await tx.run('SAVEPOINT tried', [])
  const rollBack = async (): Promise<void> => {
    await tx.run('ROLLBACK TO SAVEPOINT tried', [])
    await tx.run('RELEASE SAVEPOINT tried', [])
  }
  try {
    const result = await work()
    await rollBack()
    return result
  } catch (error) {
    if (isExpected(error)) await rollBack()
    throw error
  }
}

/**
 * Runs work in a savepoint. After an error for which `isExpected` is true, only this work is rolled back, and the error
 * is returned; every other error ends the transaction. Returns null without an error.
 */
export async function attempted<Expected>(
  tx: Transaction,
  work: () => Promise<unknown>,
  isExpected: (error: unknown) => error is Expected,
): Promise<Expected | null> {
  await tx.run('SAVEPOINT part', [])
  try {
    await work()
  } catch (error) {
    if (!isExpected(error)) throw error
    await tx.run('ROLLBACK TO SAVEPOINT part', [])
    await tx.run('RELEASE SAVEPOINT part', [])
    return error
  }
  await tx.run('RELEASE SAVEPOINT part', [])
  return null
}
