import { readFileSync } from 'node:fs'
import { Command, CommanderError } from 'commander'
import { addAudit } from './commands/audit.ts'
import { addBackup } from './commands/backup.ts'
import { addDemo } from './commands/demo.ts'
import { addLogin } from './commands/login.ts'
import { addLogout } from './commands/logout.ts'
import { addMigrate } from './commands/migrate.ts'
import { addDoctor } from './commands/doctor.ts'
import { addImport } from './commands/import.ts'
import { addRestore } from './commands/restore.ts'
import { addResume } from './commands/resume.ts'
import { addServe } from './commands/serve.ts'
import { addToken } from './commands/token.ts'
import { addTypes } from './commands/types.ts'
import { addUser } from './commands/user.ts'
import { addVerify } from './commands/verify.ts'
import { addWhoami } from './commands/whoami.ts'
import { reportFailure } from './report-failure.ts'

const examples = `
Examples:
  $ octavo serve
  $ octavo user create --email ada@example.com --name "Ada Lovelace" --role 50
  $ octavo token create --email ada@example.com --name laptop --scopes content:read,content:write --expires 90d
  $ octavo demo
  $ octavo types > octavo.d.ts
  $ octavo login --url https://cms.example.com
  $ octavo import export.xml --dry-run
  $ octavo backup site.tar
  $ octavo doctor

Settings come from the environment (PORT, OCTAVO_DATA_DIR, OCTAVO_DATABASE_URL, …); every command reads the same
ones, and all of them work while the service runs. login, logout and whoami speak to a running service, here or
elsewhere, and need no settings.`

function createProgram(): Command {
  const program = new Command('octavo')
    .description('Structured content over REST and MCP, with drafts, scheduling and revisions.')
    .version(readVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show the help of a command')
    .addHelpText('after', examples)
    .exitOverride()
  addServe(program)
  addUser(program)
  addToken(program)
  addDemo(program)
  addLogin(program)
  addLogout(program)
  addWhoami(program)
  addTypes(program)
  addImport(program)
  addBackup(program)
  addVerify(program)
  addRestore(program)
  addResume(program)
  addAudit(program)
  addMigrate(program)
  addDoctor(program)
  return program
}

function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  return (manifest as { version: string }).version
}

/**
 * Runs the command line; `argv` as in `process.argv`. Returns the exit code: 0 done (or serving), 1 the command could
 * not do its work, 2 the arguments were invalid.
 */
export async function runProgram(argv: readonly string[]): Promise<number> {
  try {
    await createProgram().parseAsync([...argv])
    return 0
  } catch (error) {
    // Commander has already printed its error message or the help.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    reportFailure(error)
    return 1
  }
}
