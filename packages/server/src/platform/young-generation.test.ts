import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

/** A process in which many young objects survive; prints its memory for them, in megabytes. */
const program = (bound: string): string => `
  import { boundYoungGeneration, youngGenerationSize } from ${JSON.stringify(import.meta.resolve('./young-generation.ts'))}
  ${bound}
  const kept = []
  for (let turn = 0; turn < 200; turn++) {
    for (let index = 0; index < 20_000; index++) kept.push({ index, list: [index] })
    if (kept.length > 200_000) kept.length = 0
    await new Promise((resolve) => setImmediate(resolve))
  }
  console.log(youngGenerationSize() / 2 ** 20)`

function megabytes(bound: string): number {
  return Number(
    execFileSync(process.execPath, ['--input-type=module', '--eval', program(bound)], { encoding: 'utf8' }),
  )
}

it('grows without a bound as the engine wants, and with it no further than enough', () => {
  expect(megabytes('')).toBeGreaterThan(40)
  const bounded = megabytes('boundYoungGeneration()')
  expect(bounded).toBeGreaterThan(8)
  expect(bounded).toBeLessThanOrEqual(40)
})
