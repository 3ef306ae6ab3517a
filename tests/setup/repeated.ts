import { TestRunner } from 'vitest'

/** Whether the running test has failed and is repeated, so that what it creates under fixed names can exist already. */
export function isRepeated(): boolean {
  return (TestRunner.getCurrentTest()?.result?.retryCount ?? 0) > 0
}
