import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** for what all files of this run share */
    runFolder: string
  }
}

/** Provides one folder for all tests of a run, for what is made once. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'octavo-run-'))
  project.provide('runFolder', folder)
  return () => rm(folder, { recursive: true, force: true })
}
