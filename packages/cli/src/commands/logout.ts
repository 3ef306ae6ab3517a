import type { Command } from 'commander'
import { changeSite, readSites } from '../sign-in/credentials.ts'
import { revoke } from '../sign-in/oauth.ts'
import { chooseSite, notSignedIn } from '../sign-in/site.ts'

/** `octavo logout` */
export function addLogout(program: Command): void {
  program
    .command('logout')
    .description('sign out of a service, there and on this computer')
    .option('--url <address>', 'the address of the service; not needed if you are signed in to only one')
    .addHelpText('after', '\nExample:\n  $ octavo logout')
    .action(logout)
}

async function logout({ url }: { url?: string }): Promise<void> {
  const sites = await readSites()
  const site = chooseSite(url, Object.keys(sites))
  if (sites[site] === undefined) throw notSignedIn(site)
  let isEndedThere = true
  await changeSite(site, async (current) => {
    if (current === null) return null
    // The local credentials are removed even if the service fails, so that a sign-out always takes effect.
    await revoke(site, current).catch(() => void (isEndedThere = false))
    return null
  })
  process.stdout.write(`Signed out of ${site}.\n`)
  if (!isEndedThere) {
    process.stderr.write(
      `The credentials are deleted here, but ${site} has not ended them: they remain valid there until they expire or you revoke them in your account.\n`,
    )
  }
}
