import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { patience } from '../../setup/patience.ts'
import type { Closers } from './driver.ts'

/** The path of an installed program; null where there is none. */
export function installed(program: string): string | null {
  const folders = (process.env['PATH'] ?? '').split(':')
  return folders.map((folder) => join(folder, program)).find(isExecutable) ?? null
}

/** The browser that comes with WebKit's driver, in a folder named by the version and the machine. */
export function miniBrowser(): string | null {
  const libraries = '/usr/lib'
  for (const machine of entriesOf(libraries))
    for (const folder of entriesOf(join(libraries, machine)).filter((name) => name.startsWith('webkit2gtk-')))
      if (isExecutable(join(libraries, machine, folder, 'MiniBrowser')))
        return join(libraries, machine, folder, 'MiniBrowser')
  return null
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Starts a program, and ends it with its children at the end. */
export function start(
  closers: Closers,
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): ChildProcess {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  closers.add(async () => {
    if (child.exitCode !== null || child.pid === undefined) return
    const ended = once(child, 'exit')
    process.kill(-child.pid, 'SIGKILL')
    await ended
  })
  return child
}

/** Waits until a program prints something; gives the first group of the expression. */
export function printed(child: ChildProcess, expression: RegExp): Promise<string> {
  let all = ''
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error(`The program did not print ${String(expression)}, but: ${all}`))
    const timer = setTimeout(fail, patience)
    const read = (part: Buffer) => {
      all += part.toString()
      const found = expression.exec(all)
      if (found === null) return
      clearTimeout(timer)
      resolve(found[1] ?? '')
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('error', reject)
    child.once('exit', fail)
  })
}
