// Runs all checks, or those named as arguments, one after the other, and prints which ones failed.
import { spawnSync } from 'node:child_process'
import { inRoot } from './launcher/paths.mjs'

const tool = (path: string, ...args: string[]) => [inRoot('node_modules', path), ...args]

/** Each with the scripts to run by this Node and their arguments. */
const checks: Record<string, string[][]> = {
  types: [
    // The packages as they are built, where a browser's code sees no Node; then all, with tests and scripts; then what browsers get: pages, and the admin.
    tool('typescript/bin/tsc', '-b', 'tsconfig.build.json'),
    tool('typescript/bin/tsc', '-p', 'tsconfig.json'),
    tool('typescript/bin/tsc', '-p', 'packages/server/browser'),
    tool('typescript/bin/tsc', '-p', 'packages/admin'),
    tool('typescript/bin/tsc', '-p', 'tests/browser'),
  ],
  lint: [tool('oxlint/bin/oxlint', '--deny-warnings', '--report-unused-disable-directives')],
  format: [tool('oxfmt/bin/oxfmt', '--check')],
  unused: [tool('knip/bin/knip.js')],
  imports: [[inRoot('scripts/check-imports.ts')]],
  conflicts: [[inRoot('scripts/check-conflicts.ts')]],
}

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(checks)
const failed = names.filter((name) => !passes(name))
console.log(
  failed.length === 0 ? `\nAll checks passed: ${names.join(', ')}.` : `\nFailed: ${failed.join(', ')}.`,
)
if (failed.length > 0) process.exitCode = 1

function passes(name: string): boolean {
  const commands = checks[name]
  console.log(`\n== ${name}`)
  if (commands === undefined) {
    console.log(`There is no such check, only ${Object.keys(checks).join(', ')}.`)
    return false
  }
  return commands
    .map((args) => spawnSync(process.execPath, args, { stdio: 'inherit' }).status === 0)
    .every(Boolean)
}
