import { operations } from '@octavo/contract/operations/registry'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { CommandError } from '../command-error.ts'
import { parseExpiry } from '../expiry.ts'
import { parseScopes, scopeHelp } from '../scopes.ts'
import { call } from './call.ts'
import { withServices } from './open-services.ts'

const examples = `
${scopeHelp}

Examples:
  $ octavo token create --for site --name web
  $ octavo token create --for site --name web --collections posts,authors
  $ TOKEN=$(octavo token create --email ada@example.com --name laptop --scopes admin)
  $ octavo token create --email ada@example.com --name feed --scopes content:read,media:read --expires 90d
  $ octavo token create --email ada@example.com --name bot --scopes content:write --collections posts --locales de
  $ octavo token create --email ada@example.com --name writer --scopes content:write --can-publish false --can-delete false`

interface Options {
  for?: 'site'
  email?: string
  name: string
  scopes?: string
  view?: 'latest' | 'live'
  collections?: string
  locales?: string
  canPublish?: boolean
  canDelete?: boolean
  changeSetsOnly?: boolean
  confirmDestructive?: boolean
  expires?: string
}

/** `octavo token create` */
export function addToken(program: Command): void {
  const token = program.command('token').description('access tokens of people and sites')
  token
    .command('create')
    .description('create a token; prints only the token on stdout, and only this once')
    .addOption(
      new Option(
        '--for <what>',
        'create a token that belongs to no person and reads published content',
      ).choices(['site']),
    )
    .option('--email <address>', 'the owner of the token, unless --for site')
    .requiredOption('--name <name>', 'what it is for')
    .option('--scopes <list>', 'what it may do, joined by commas; needed with --email')
    .addOption(
      new Option(
        '--view <view>',
        'live: it reads only live content, even if the user may read drafts',
      ).choices(['latest', 'live']),
    )
    .option('--collections <list>', 'only these, joined by commas; all by default')
    .option('--locales <list>', 'only these, joined by commas; all by default')
    .addOption(rightOption('--can-publish', 'publish, unpublish and schedule'))
    .addOption(rightOption('--can-delete', 'delete'))
    .option(
      '--confirm-destructive',
      'calls that delete or discard something must be confirmed by a second call',
    )
    .option('--change-sets-only', 'it can change content only in change-sets, which people apply')
    .option('--expires <when>', 'such as 90d, 12h, 30m, 2w or an ISO 8601 date and time; never by default')
    .addHelpText('after', examples)
    .action(createToken)
  token
    .command('list')
    .description('list the tokens for sites: id, name and when each was last used')
    .action(listTokens)
  token
    .command('revoke')
    .description('revoke a token for a site')
    .argument('<id>', 'its id, as `token list` shows it')
    .action(revokeToken)
}

/** An option that removes one right from a token of a person. */
function rightOption(flag: string, what: string): Option {
  const option = new Option(`${flag} <answer>`, `false: it may not ${what}; true by default`)
  return option.argParser((answer: string) => {
    if (answer !== 'true' && answer !== 'false') throw new InvalidArgumentError('Pass true or false.')
    return answer === 'true'
  })
}

/** The names in a list; null without one, which means no limit. */
function namesIn(list: string | undefined): string[] | null {
  return list === undefined ? null : list.split(',').map((name) => name.trim())
}

async function createToken(options: Options): Promise<void> {
  if (options.for === 'site') return createForSite(options)
  const {
    email,
    name,
    scopes: list,
    view = 'latest',
    canPublish,
    canDelete,
    changeSetsOnly,
    confirmDestructive,
  } = options
  if (email === undefined || list === undefined)
    throw new CommandError('Pass --email and --scopes, or --for site for a token that belongs to no person.')
  const rights = { view, canPublish, canDelete, changeSetsOnly, confirmDestructive }
  const input = { email, name, scopes: parseScopes(list), ...rights, ...limitsOf(options) }
  const operation = operations.tokens.create
  const answer = await withServices((services) => call(services, { operation, input, options: optionNames }))
  const { token, removedScopes } = operation.output.parse(answer)
  if (removedScopes.length > 0) {
    process.stderr.write(
      `Left out, because the role of ${email} may not hold it: ${removedScopes.join(', ')}.\n`,
    )
  }
  process.stdout.write(`${token}\n`)
}

async function createForSite({ name, ...options }: Options): Promise<void> {
  // Only tokens of people take these. The other options (`collections`, `locales`, `expires`) are for both kinds.
  const { email, scopes, view, canPublish, canDelete, changeSetsOnly, confirmDestructive } = options
  if (
    [email, scopes, view, canPublish, canDelete, changeSetsOnly, confirmDestructive].some(
      (given) => given !== undefined,
    )
  )
    throw new CommandError(
      'A token for a site takes no --email, --scopes, --view, --can-publish, --can-delete, --change-sets-only or --confirm-destructive: it reads what is published.',
    )
  const operation = operations.tokens.createForSite
  const input = { name, ...limitsOf(options) }
  const answer = await withServices((services) => call(services, { operation, input, options: optionNames }))
  process.stdout.write(`${operation.output.parse(answer).token}\n`)
}

async function listTokens(): Promise<void> {
  const operation = operations.tokens.listOfSite
  const answer = await withServices((services) => call(services, { operation, input: {} }))
  for (const { id, name, lastUsedAt } of operation.output.parse(answer).items)
    process.stdout.write(`${id}  ${name}  ${lastUsedAt ?? 'never used'}\n`)
}

async function revokeToken(id: string): Promise<void> {
  const operation = operations.tokens.revokeOfSite
  await withServices((services) => call(services, { operation, input: { id } }))
  process.stdout.write('The token is revoked.\n')
}

/** The options that are not named like the key of the input that they set, for messages (see `call`). */
const optionNames = { expiresAt: '--expires' }

/** The input for the options that limit every token. */
function limitsOf({ collections, locales, expires }: Pick<Options, 'collections' | 'locales' | 'expires'>) {
  return {
    collections: namesIn(collections),
    locales: namesIn(locales),
    expiresAt: expires === undefined ? null : parseExpiry(expires, new Date()),
  }
}
