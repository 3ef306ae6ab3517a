import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

const here = JSON.stringify(import.meta.resolve('./lower-priority.ts'))

function priorityAfter(given: number, work: string): number {
  const program = `
    import { getPriority, setPriority } from 'node:os'
    import { lowerPriority } from ${here}
    setPriority(${given})
    lowerPriority('${work}')
    console.log(getPriority())`
  const flags = ['--input-type=module', '--eval', program]
  return Number(execFileSync(process.execPath, flags, { encoding: 'utf8' }))
}

it('lowers the usual priority, and leaves one that is lower', () => {
  expect(priorityAfter(0, 'waited')).toBe(10)
  expect(priorityAfter(0, 'background')).toBe(19)
  expect(priorityAfter(19, 'waited')).toBe(19)
})
