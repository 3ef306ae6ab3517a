import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node'

/**
 * Closes a run with the one line `N passed, N failed, N skipped`, and fails a run in which no test ran. Before that line it
 * names the tests that passed only at the second attempt, with the reason: they are flaky, which is a bug. Tests that the
 * run leaves out by their tag are not counted.
 */
export default class SummaryReporter implements Reporter {
  #counts = { passed: 0, failed: 0, skipped: 0 }
  #flaky: string[] = []
  #tagsFilter: readonly string[] = []

  /** At the very end, behind what comes after the last reporter. */
  onInit(vitest: Vitest): void {
    this.#tagsFilter = vitest.config.tagsFilter ?? []
    process.once('exit', (code) => {
      const { passed, failed, skipped } = this.#counts
      if (passed + failed === 0) process.exitCode = code || 1
      for (const name of this.#flaky) process.stdout.write(`Flaky: ${name}\n`)
      process.stdout.write(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`)
    })
  }

  /** A file that does not load, a hook that fails and an error outside of all tests count as failures: they hide tests. */
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const counts = { passed: 0, failed: errors.length, skipped: 0 }
    for (const module of modules) {
      counts.failed += module.errors().length
      for (const suite of module.children.allSuites()) counts.failed += suite.errors().length
      for (const test of module.children.allTests()) {
        if (!this.#isChosen(test)) continue
        const { state } = test.result()
        counts[state === 'pending' ? 'failed' : state]++
        if (test.diagnostic()?.flaky)
          this.#flaky.push([`${module.relativeModuleId} > ${test.fullName}`, ...reasonsOf(test)].join('\n  '))
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

/** Why the first attempts of a test failed, and where. */
function reasonsOf(test: TestCase): string[] {
  return (test.result().errors ?? []).map(({ message, stacks }) => {
    const [place] = stacks ?? []
    return `${message.slice(0, 500)}${place === undefined ? '' : ` (${place.file}:${place.line})`}`
  })
}
