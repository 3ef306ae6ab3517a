import { roles } from '@octavo/contract/access'
import { operations } from '@octavo/contract/operations/registry'
import type { Command } from 'commander'
import { CommandError } from '../command-error.ts'
import { call } from './call.ts'
import { withServices } from './open-services.ts'

/** the roles with their numbers, for help and messages */
const roleList = Object.entries(roles)
  .map(([name, role]) => `${role} (${name})`)
  .join(', ')

interface Options {
  email: string
  name: string
  role: string
}

/** `octavo user create` */
export function addUser(program: Command): void {
  const user = program.command('user').description('people who may use the service')
  user
    .command('create')
    .description('create a user; prints only the id on stdout')
    .requiredOption('--email <address>', 'the address that identifies the user')
    .requiredOption('--name <name>', 'the name that others see')
    .requiredOption('--role <number>', roleList)
    .addHelpText(
      'after',
      '\nExample:\n  $ octavo user create --email ada@example.com --name "Ada Lovelace" --role 50',
    )
    .action(createUser)
  user
    .command('link')
    .description(
      'create a link that signs a user in, once and within 15 minutes; prints only the link on stdout',
    )
    .requiredOption('--email <address>', 'the address of the user')
    .addHelpText('after', '\nExample:\n  $ octavo user link --email ada@example.com')
    .action(linkUser)
}

async function linkUser(input: Pick<Options, 'email'>): Promise<void> {
  const operation = operations.users.createLink
  const answer = await withServices((services) => call(services, { operation, input }))
  process.stdout.write(`${operation.output.parse(answer).link}\n`)
}

async function createUser({ email, name, role }: Options): Promise<void> {
  const input = { email, name, role: parseRole(role) }
  const operation = operations.users.create
  const answer = await withServices((services) => call(services, { operation, input }))
  const { item } = operation.output.parse(answer)
  process.stderr.write(
    `Made ${item.email} with the role ${item.role}. Next: octavo token create --email ${item.email} … for a program, or ` +
      `octavo user link --email ${item.email} to open the admin.\n`,
  )
  process.stdout.write(`${item.id}\n`)
}

function parseRole(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new CommandError(`--role takes the number of a role: ${roleList}; it is ${JSON.stringify(text)}.`)
}
