import { spawnSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { inRoot } from '../../scripts/launcher/paths.mjs'

it('the summary counts and names errors outside of all tests, whatever they are', () => {
  const reporter = pathToFileURL(inRoot('tests', 'setup', 'summary-reporter.ts')).href
  const program = `
    const { default: Reporter } = await import(${JSON.stringify(reporter)})
    const reporter = new Reporter()
    reporter.onInit({ config: {} })
    // As another process sends an error.
    const sent = Object.assign(Object.create(null), { message: 'It broke.', diff: '- 1\\n+ 2\\n  3' })
    reporter.onTestRunEnd([], [sent, new Error('So did this.'), 'a text', undefined])`
  const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  })
  for (const text of ['It broke.', 'So did this.', 'a text', 'undefined', '    - 1\n    + 2\n'])
    expect(stdout).toContain(text)
  expect(stdout).toContain('0 passed, 4 failed')
  expect(status).toBe(0)
})
