import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

const here = JSON.stringify(import.meta.resolve('./after-start.ts'))

/** A process whose start leaves much behind; prints what the engine holds afterwards, in megabytes. */
const starting = (afterwards: string): string => `
  import { releaseMemoryOfStart } from ${here}
  let kept = Array.from({ length: 400_000 }, (_, index) => ({ index, list: [index] }))
  kept = undefined
  releaseMemoryOfStart()
  ${afterwards}
  if (globalThis.gc !== undefined) throw new Error('anybody can collect')
  console.log(process.memoryUsage().heapTotal / 2 ** 20)`

function megabytes(program: string): number {
  const flags = ['--input-type=module', '--eval', program]
  return Number(execFileSync(process.execPath, flags, { encoding: 'utf8' }))
}

it('gives memory back in the first second without work', () => {
  // On a busy machine no second can be without work at first.
  const waiting = `
    for (let turn = 0; turn < 100 && process.memoryUsage().heapTotal >= 15 * 2 ** 20; turn++)
      await new Promise((resolve) => setTimeout(resolve, 100))`
  expect(megabytes(starting(waiting))).toBeLessThan(15)
})

it('does not interrupt work', { tags: 'long' }, () => {
  const work = `
    const end = Date.now() + 2500
    while (Date.now() < end) {
      for (const began = Date.now(); Date.now() < began + 50; );
      await new Promise((resolve) => setImmediate(resolve))
    }`
  expect(megabytes(starting(work))).toBeGreaterThan(20)
})
