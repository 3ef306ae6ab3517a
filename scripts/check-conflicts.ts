// Checks that no file that git knows has a conflict of a merge left in it.
import { spawnSync } from 'node:child_process'
import { inRoot } from './launcher/paths.mjs'

const { status, stdout } = spawnSync('git', ['grep', '-nI', '^<<<<<<< '], {
  cwd: inRoot('.'),
  encoding: 'utf8',
})
process.stdout.write(stdout ?? '')
if (status === 0) process.exitCode = 1
