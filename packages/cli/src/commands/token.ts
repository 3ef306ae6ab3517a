import { operations } from '@octavo/contract/operations/registry'
import { type Command, Option } from 'commander'
import { parseExpiry } from '../expiry.ts'
import { parseScopes, scopeHelp } from '../scopes.ts'
import { call } from './call.ts'
import { withServices } from './open-services.ts'

const examples = `
${scopeHelp}

Examples:
  $ TOKEN=$(octavo token create --email ada@example.com --name laptop --scopes admin)
  $ octavo token create --email ada@example.com --name feed --scopes content:read,media:read --expires 90d
  $ octavo token create --email ada@example.com --name web --scopes content:read,media:read --view live
  $ octavo token create --email ada@example.com --name bot --scopes content:write --collections posts --locales de`

interface Options {
  email: string
  name: string
  scopes: string
  view: 'latest' | 'live'
  collections?: string
  locales?: string
  expires?: string
}

/** `octavo token create` */
export function addToken(program: Command): void {
  const token = program.command('token').description('personal access tokens')
  token
    .command('create')
    .description('make a token; prints it, and nothing else, on stdout: it is shown this once')
    .requiredOption('--email <address>', 'whose token it is')
    .requiredOption('--name <name>', 'what it is for')
    .requiredOption('--scopes <list>', 'what it may do, joined by commas')
    .addOption(
      new Option('--view <view>', 'live: it reads what visitors see, even where the user may read drafts')
        .choices(['latest', 'live'])
        .default('latest'),
    )
    .option('--collections <list>', 'only these, joined by commas; all unless said')
    .option('--locales <list>', 'only these, joined by commas; all unless said')
    .option('--expires <when>', 'as 90d, 12h, 30m, 2w or an ISO 8601 date and time; never unless said')
    .addHelpText('after', examples)
    .action(createToken)
}

function namesIn(list: string | undefined): string[] | null {
  return list === undefined ? null : list.split(',').map((name) => name.trim())
}

async function createToken({
  email,
  name,
  scopes: list,
  view,
  collections,
  locales,
  expires,
}: Options): Promise<void> {
  const input = {
    email,
    name,
    scopes: parseScopes(list),
    view,
    collections: namesIn(collections),
    locales: namesIn(locales),
    expiresAt: expires === undefined ? null : parseExpiry(expires, new Date()),
  }
  const operation = operations.tokens.create
  const options = { expiresAt: '--expires' }
  const answer = await withServices((services) => call(services, { operation, input, options }))
  const { token, removedScopes } = operation.output.parse(answer)
  if (removedScopes.length > 0) {
    process.stderr.write(
      `Left out, because the role of ${email} may not hold it: ${removedScopes.join(', ')}.\n`,
    )
  }
  process.stdout.write(`${token}\n`)
}
