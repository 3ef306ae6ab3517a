import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { environmentFor } from '../../scripts/launcher/environment.mjs'
import { inRoot } from '../../scripts/launcher/paths.mjs'
import { installOnce } from './installed.ts'
import { untilAnswered } from './until-answered.ts'

/** An example of the repository, as those who clone it run it. */
export interface Example {
  readonly folder: string
  /** runs one of its programs to its end; gives what it printed, and fails when it fails */
  run(args: readonly string[]): Promise<string>
  /** starts a program that serves at an origin */
  serve(args: readonly string[], origin: string): Promise<{ close(): Promise<void> }>
}

/** Installs an example where that is missing, and removes what earlier builds left. */
export async function installExample(name: string, env: Readonly<Record<string, string>>): Promise<Example> {
  const folder = inRoot('examples', name)
  await installOnce(folder)
  for (const made of ['dist', '.astro', '.next/cache/fetch-cache'])
    rmSync(`${folder}/${made}`, { recursive: true, force: true })
  const start = (args: readonly string[]) =>
    spawn(process.execPath, args, {
      cwd: folder,
      env: { ...environmentFor(process.execPath), NODE_ENV: 'production', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  return {
    folder,
    run: async (args) => {
      const child = start(args)
      let printed = ''
      child.stdout.on('data', (text: Buffer) => (printed += text.toString()))
      child.stderr.on('data', (text: Buffer) => (printed += text.toString()))
      const [code] = (await once(child, 'close')) as [number | null]
      if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${printed}`)
      return printed
    },
    serve: async (args, origin) => {
      const child = start(args)
      const ended = once(child, 'close')
      await untilAnswered(origin)
      return {
        close: async () => {
          child.kill('SIGTERM')
          await ended
        },
      }
    },
  }
}
