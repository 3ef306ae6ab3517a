import { spawnSync } from 'node:child_process'
import { inRoot } from '../launcher/paths.mjs'

/** Runs the long form of the test of a loader that reads events by cursor; returns its exit code. */
export function runLoader(edits: number): number {
  const { status } = spawnSync(
    process.execPath,
    [inRoot('scripts/launch.mjs'), 'test', 'tests/crash/loader.test.ts'],
    { env: { ...process.env, OCTAVO_TEST_EDITS: String(edits) }, stdio: 'inherit' },
  )
  return status ?? 1
}
