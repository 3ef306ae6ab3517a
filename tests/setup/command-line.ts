import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { childEnvironment, program } from './child-environment.ts'

export interface Ending {
  code: number | null
  stdout: string
  stderr: string
}

export interface Running {
  readonly child: ChildProcess
  /** waits until it has printed something on stderr; returns what matched */
  reported(pattern: RegExp): Promise<RegExpExecArray>
  ended(): Promise<Ending>
}

/** Starts a command of the command line in its own process, with nothing but this environment. */
export function startCommand(args: readonly string[], env: Readonly<Record<string, string>>): Running {
  return startScript([program, ...args], { env })
}

interface Surroundings {
  readonly env: Readonly<Record<string, string>>
  readonly cwd?: string
}

/** Starts this Node with arguments, in its own process, with nothing but this environment. */
export function startScript(args: readonly string[], { env, cwd }: Surroundings): Running {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...childEnvironment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ending: Ending = { code: null, stdout: '', stderr: '' }
  child.stdout.on('data', (text: Buffer) => (ending.stdout += text.toString()))
  child.stderr.on('data', (text: Buffer) => (ending.stderr += text.toString()))
  const closed = once(child, 'close') as Promise<[number | null]>
  return {
    child,
    reported: async (pattern) => {
      for (;;) {
        const match = pattern.exec(ending.stderr)
        if (match !== null) return match
        const more = await Promise.race([once(child.stderr, 'data'), closed.then(() => null)])
        if (more === null && pattern.exec(ending.stderr) === null)
          throw new Error(`It ended without telling ${pattern}: ${ending.stderr}`)
      }
    },
    ended: async () => {
      const [code] = await closed
      return { ...ending, code }
    },
  }
}
