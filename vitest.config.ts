import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/setup/longest-first.ts'
import { patience } from './tests/setup/patience.ts'
import { temporaryFolder } from './tests/setup/temporary-folder.ts'

// For all processes of the run.
process.env['TMPDIR'] = temporaryFolder()

// The workspace's own packages resolve to their sources; the rest are the conditions that a server has anyway.
const conditions = ['octavo-source', 'node', 'development']

/** What the build of the admin makes of the contract. */
const alias = {
  'virtual:octavo-field-facts': join(import.meta.dirname, 'packages/admin/build/field-facts.ts'),
}

export default defineConfig({
  resolve: { conditions, alias },
  ssr: { resolve: { conditions } },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'tests/**/*.test.ts'],
    globalSetup: ['tests/setup/postgres.ts', 'tests/setup/run-folder.ts'],
    tags: [
      {
        name: 'long',
        description: 'Takes long: npm run test:long runs these.',
        timeout: 400_000,
      },
      {
        name: 'timing',
        description: 'Measures time, and so runs with no other test beside it: npm run test:timing.',
        timeout: 240_000,
      },
    ],
    reporters: ['default', './tests/setup/summary-reporter.ts'],
    pool: 'forks',
    // A worker loads the modules once, and has one browser for all of its files.
    isolate: false,
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // In CI a slow machine must not fail a release: a second failure does. The summary names what passed only then.
    retry: process.env['CI'] === undefined ? 0 : 1,
    expect: { poll: { timeout: patience, interval: 100 } },
    // A busy machine is slow: these end only what hangs.
    testTimeout: 120_000,
    hookTimeout: 300_000,
  },
})
