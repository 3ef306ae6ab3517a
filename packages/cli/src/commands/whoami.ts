import { roles } from '@octavo/contract/access'
import type { Command } from 'commander'
import { callSite } from '../sign-in/access.ts'
import { readSites } from '../sign-in/credentials.ts'
import { chooseSite } from '../sign-in/site.ts'

/** `octavo whoami` */
export function addWhoami(program: Command): void {
  program
    .command('whoami')
    .description('show who is signed in to a service, and the rights of this computer there')
    .option('--url <address>', 'the address of the service; not needed if you are signed in to only one')
    .addHelpText('after', '\nExample:\n  $ octavo whoami')
    .action(whoami)
}

async function whoami({ url }: { url?: string }): Promise<void> {
  const site = chooseSite(url, Object.keys(await readSites()))
  const { item, scopes } = await callSite(site, (client) => client.auth.me())
  const [role = String(item.role)] = Object.entries(roles).find(([, number]) => number === item.role) ?? []
  const lines = [
    `${item.email}${item.name === null ? '' : ` (${item.name})`}, ${role}`,
    `at ${site}`,
    `with ${scopes === null ? 'all rights of the role' : scopes.join(', ')}`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}
