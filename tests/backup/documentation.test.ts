import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { childEnvironment, program } from '../setup/child-environment.ts'

const guide = readFileSync(new URL('../../docs/backup.md', import.meta.url), 'utf8')

it('the first commands of the guide work as they are written', { tags: 'long' }, async () => {
  const [, commands = ''] = /```sh\n([^]*?)```/.exec(guide) ?? []
  expect(commands).toContain('octavo restore')
  const folder = mkdtempSync(join(tmpdir(), 'octavo-guide-'))
  const octavo = `octavo() { "${process.execPath}" "${program}" "$@"; }`
  const user = 'octavo user create --email ada@example.com --name Ada --role 50'
  try {
    const script = `set -e\n${octavo}\n${user}\n${commands}`
    const { stdout } = await promisify(execFile)('bash', ['-c', script], {
      cwd: folder,
      env: childEnvironment,
    })
    expect(stdout).toMatch(
      /Wrote .*\nsite\.tar is complete: .*\nRestored .*\nSchedules are active again\.\n$/,
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
})
