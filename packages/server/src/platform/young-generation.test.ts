import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

const here = JSON.stringify(import.meta.resolve('./young-generation.ts'))

/** A process in which many young objects survive; prints its memory for them, in megabytes. */
const surviving = (bound: string): string => `
  import { boundYoungGeneration, holdYoungGeneration, youngGenerationSize } from ${here}
  ${bound}
  const kept = []
  for (let turn = 0; turn < 200; turn++) {
    for (let index = 0; index < 20_000; index++) kept.push({ index, list: [index] })
    if (kept.length > 200_000) kept.length = 0
    await new Promise((resolve) => setImmediate(resolve))
  }
  console.log(youngGenerationSize() / 2 ** 20)`

const printed = `import { youngGenerationSize } from ${here}; console.log(youngGenerationSize() / 2 ** 20)`

/** A process with a thread, which prints its own memory for young objects. */
const threaded = `
  import { Worker } from 'node:worker_threads'
  import { boundYoungGeneration } from ${here}
  boundYoungGeneration()
  new Worker(${JSON.stringify(printed)}, { eval: true })`

function megabytes(program: string): number {
  return Number(
    execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
      encoding: 'utf8',
    }),
  )
}

// The engine grows it less where other programs take the processors.
it('grows without a bound as the engine wants, and with it no further than enough', { retry: 3 }, () => {
  expect(megabytes(surviving(''))).toBeGreaterThan(40)
  const bounded = megabytes(surviving('boundYoungGeneration()'))
  expect(bounded).toBeGreaterThan(8)
  expect(bounded).toBeLessThanOrEqual(40)
})

it('is large in a thread from its start, because it cannot grow there while the main thread has enough', () => {
  expect(megabytes(threaded)).toBeGreaterThanOrEqual(8)
})

it('stays small while it is held, and grows again afterwards', { retry: 3 }, () => {
  expect(megabytes(surviving('boundYoungGeneration(); holdYoungGeneration(true)'))).toBeLessThan(24)
  const released = 'boundYoungGeneration(); holdYoungGeneration(true); holdYoungGeneration(false)'
  expect(megabytes(surviving(released))).toBeGreaterThan(24)
})
