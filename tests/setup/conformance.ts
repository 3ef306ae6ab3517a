import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Check {
  readonly scenario: string
  readonly id: string
  readonly status: string
  readonly errorMessage?: string
}

/** Runs the official conformance suite against a server in its own process; returns every check. */
export async function runConformance(url: string, revision: string): Promise<Check[]> {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-conformance-'))
  const program = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/dist/index.js')
  const args = [program, 'server', '--url', url, '--suite', 'all', '--spec-version', revision, '-o', folder]
  try {
    // It exits with 1 for scenarios that need tools of its own: what it found is what counts.
    await new Promise<void>((resolve) => {
      execFile(process.execPath, args, { timeout: 100_000, maxBuffer: 2 ** 26 }, () => resolve())
    })
    return readdirSync(folder).flatMap((name) => checksOf(join(folder, name), name))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function checksOf(folder: string, name: string): Check[] {
  const scenario = name.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/, '')
  const checks = JSON.parse(readFileSync(join(folder, 'checks.json'), 'utf8')) as Check[]
  return checks.map((check) => ({ ...check, scenario }))
}
