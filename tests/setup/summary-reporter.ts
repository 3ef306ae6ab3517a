import { inspect, stripVTControlCharacters } from 'node:util'
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node'

/**
 * Closes a run with the one line `N passed, N failed, N skipped`, and fails a run in which no test ran. Before that
 * line it names what failed, and the tests that passed only at the second attempt (they are flaky, which is a bug),
 * each with the reason: `.ci/run` repeats these lines at its end. Tests that the run leaves out by their tag are not
 * counted.
 */
export default class SummaryReporter implements Reporter {
  #counts = { passed: 0, failed: 0, skipped: 0 }
  #remarks: string[] = []
  #tagsFilter: readonly string[] = []

  /** At the very end, behind what comes after the last reporter. */
  onInit(vitest: Vitest): void {
    this.#tagsFilter = vitest.config.tagsFilter ?? []
    process.once('exit', (code) => {
      const { passed, failed, skipped } = this.#counts
      if (passed + failed === 0) process.exitCode = code || 1
      for (const remark of this.#remarks) process.stdout.write(`${remark}\n`)
      process.stdout.write(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`)
    })
  }

  /**
   * A file that does not load, a hook that fails and an error outside of all tests count as failures: they hide tests.
   */
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0 }
    const fail = (where: string, causes: readonly Cause[]) => {
      counts.failed += causes.length
      for (const cause of causes) this.#remarks.push(remarkOn('Failed', where, [cause]))
    }
    fail('outside of all tests', errors.map(causeOf))
    for (const module of modules) {
      const file = module.relativeModuleId
      fail(file, module.errors())
      for (const suite of module.children.allSuites()) fail(`${file} > ${suite.fullName}`, suite.errors())
      for (const test of module.children.allTests()) {
        if (!this.#isChosen(test)) continue
        const { state, errors: causes = [] } = test.result()
        const outcome = state === 'pending' ? 'failed' : state
        counts[outcome]++
        const kind = outcome === 'failed' ? 'Failed' : test.diagnostic()?.flaky ? 'Flaky' : undefined
        if (kind !== undefined) this.#remarks.push(remarkOn(kind, `${file} > ${test.fullName}`, causes))
      }
    }
    this.#counts = counts
  }

  #isChosen({ tags }: TestCase): boolean {
    return this.#tagsFilter.every((tag) =>
      tag.startsWith('!') ? !tags.includes(tag.slice(1)) : tags.includes(tag),
    )
  }
}

/** the most lines of a difference that are repeated */
const longestDifference = 20

/** An error of a test, of which a process may have sent no more than its message. */
interface Cause {
  message: string
  /** the lines of the expected value, marked `-`, and of the actual one, marked `+`, among those that are equal */
  diff?: string
  stacks?: readonly { file: string; line: number }[]
}

/**
 * An error that came outside of all tests, which can be any value; from another process it is an object without a
 * prototype.
 */
function causeOf(error: unknown): Cause {
  const { message, diff } = (error ?? {}) as { message?: unknown; diff?: unknown }
  return {
    message: typeof message === 'string' ? message : inspect(error),
    ...(typeof diff === 'string' && { diff }),
  }
}

/** A line that names what failed, and a line for each reason, with its place. */
function remarkOn(kind: 'Failed' | 'Flaky', where: string, causes: readonly Cause[]): string {
  const reasons = causes.flatMap(({ message, diff = '', stacks: [place] = [] }) => {
    const at = place === undefined ? '' : ` (${place.file}:${place.line})`
    const lines = stripVTControlCharacters(diff).split('\n')
    const different = lines.filter((line) => /^[-+]/.test(line)).slice(0, longestDifference)
    return [`  ${message.slice(0, 500)}${at}`, ...different.map((line) => `    ${line.slice(0, 200)}`)]
  })
  return [`${kind}: ${where}`, ...reasons].join('\n')
}
