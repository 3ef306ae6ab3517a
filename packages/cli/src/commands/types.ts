import { operations } from '@octavo/contract/operations/registry'
import { createClient } from '@octavo/client/client'
import { readConfig } from '@octavo/server/config'
import type { Command } from 'commander'
import { CommandError } from '../command-error.ts'
import { callSite, callWithToken } from '../sign-in/access.ts'
import { siteOf } from '../sign-in/site.ts'
import { TypesFile } from '../types-file.ts'
import { call } from './call.ts'
import { withServices } from './open-services.ts'

const examples = `
Examples:
  $ octavo types > octavo.d.ts
  $ octavo types --out src/octavo.d.ts --watch
  $ OCTAVO_TOKEN=cms_pat_… octavo types --url https://cms.example.com --out src/octavo.d.ts

Without --url it reads the database of this machine. With --url it asks a running service, with --token or OCTAVO_TOKEN, or
as the person who has signed in with octavo login. The token needs the scope schema:read.

With --watch it checks for changes of the schema until it is stopped, and writes the file again after each.`

interface Options {
  out?: string
  watch?: true
  url?: string
  token?: string
}

/** Reads the current types. */
type Source = () => Promise<string>

/** milliseconds between two checks for changes: in the database of this machine, and of a service elsewhere */
const checkIntervals = { local: 500, remote: 2000 }

/** `octavo types` */
export function addTypes(program: Command): void {
  program
    .command('types')
    .description('print the TypeScript types of the collections, for programs that read them')
    .option('-o, --out <file>', 'write them to a file instead')
    .option('--watch', 'keep running, and write the file again when the schema changes; needs --out')
    .option('--url <address>', 'of a running service; the database of this machine by default')
    .option(
      '--token <token>',
      'for --url; better in the variable OCTAVO_TOKEN, which no list of processes shows',
    )
    .addHelpText('after', examples)
    .action(writeTypes)
}

async function writeTypes(options: Options): Promise<void> {
  const { url, token, watch = false, out } = options
  if (watch && out === undefined)
    throw new CommandError('Pass --out with --watch: what is printed cannot be replaced later.')
  if (token !== undefined && url === undefined)
    throw new CommandError('Pass --url with --token: the database of this machine needs no token.')
  const work = (source: Source, pause: number): Promise<void> =>
    out === undefined
      ? print(source)
      : writeTo(source, { file: new TypesFile(out), isWatching: watch, pause })
  if (url !== undefined)
    return work(remoteSource(siteOf(url), token ?? process.env['OCTAVO_TOKEN']), checkIntervals.remote)
  await refuseMissingDatabase()
  await withServices(async (services) => {
    const { refreshModel } = await import('@octavo/server/maintenance/jobs/refresh')
    const { TextResult } = await import('@octavo/server/platform/encoded')
    const source = async (): Promise<string> => {
      // Another process, such as the running service, may have changed the schema.
      await refreshModel(services)
      const input = { format: 'typescript' }
      const answer = await call(services, { operation: operations.schema.export, input })
      if (!(answer instanceof TextResult)) throw new Error('The export of types did not return text.')
      return answer.text
    }
    return work(source, checkIntervals.local)
  })
}

function remoteSource(site: string, token: string | undefined): Source {
  const format = 'typescript'
  if (token === undefined || token === '')
    return () => callSite(site, (client) => client.schema.export({ format }))
  const client = createClient({ baseUrl: site, token })
  return () => callWithToken(site, client.schema.export({ format }))
}

async function print(source: Source): Promise<void> {
  process.stdout.write(await source())
}

interface Target {
  readonly file: TypesFile
  readonly isWatching: boolean
  /** milliseconds between two checks for changes */
  readonly pause: number
}

/** Writes the file once; with `--watch`, again after each change of the types until the process is stopped. */
async function writeTo(source: Source, { file, isWatching, pause }: Target): Promise<void> {
  file.write(await source())
  if (!isWatching) return
  const stopping = new AbortController()
  const stop = (): void => stopping.abort()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  let lastFailure = ''
  while (await elapses(pause, stopping.signal)) {
    try {
      file.write(await source())
      lastFailure = ''
    } catch (error) {
      // The service may be restarting, so the failure is printed once and the request repeated.
      const message = error instanceof Error ? error.message : String(error)
      if (message !== lastFailure) process.stderr.write(`${message} Trying again …\n`)
      lastFailure = message
    }
  }
}

/** Waits; returns false if the process is stopped meanwhile. */
function elapses(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(false)
    const timer = setTimeout(() => resolve(true), milliseconds)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve(false)
      },
      { once: true },
    )
  })
}

/** Opening a database that does not exist would create an empty one, even in the folder of a site. */
async function refuseMissingDatabase(): Promise<void> {
  const config = readConfig(process.env)
  const { readDatabaseFacts } = await import('@octavo/server/platform/database/applied')
  const { applied } = await readDatabaseFacts(config)
  if (applied !== null) return
  throw new CommandError(
    `There is no site in ${config.dataDir} yet: set OCTAVO_DATA_DIR (or OCTAVO_DATABASE_URL), or pass --url for a running service.`,
  )
}
