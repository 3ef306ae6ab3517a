import type { Command } from 'commander'
import { parseScopes, scopeHelp } from '../scopes.ts'
import { callSite } from '../sign-in/access.ts'
import { changeSite, credentialsFile } from '../sign-in/credentials.ts'
import { type Prompt, signInByDevice } from '../sign-in/device-flow.ts'
import { revoke } from '../sign-in/oauth.ts'
import { isUnencrypted, siteOf, usualSite } from '../sign-in/site.ts'

const examples = `
${scopeHelp}

Examples:
  $ octavo login
  $ octavo login --url https://cms.example.com --scopes content:read,content:write

The credentials are stored in ${credentialsFile()}, which only you can read. You can be signed in to several sites.`

interface Options {
  url: string
  scopes?: string
}

/** `octavo login` */
export function addLogin(program: Command): void {
  program
    .command('login')
    .description('sign in to a service with your browser')
    .option('--url <address>', 'the address of the service', usualSite)
    .option(
      '--scopes <list>',
      'what this computer may do, separated by commas (default: what most tasks need)',
    )
    .addHelpText('after', examples)
    .action(login)
}

async function login({ url, scopes }: Options): Promise<void> {
  const site = siteOf(url)
  if (isUnencrypted(site)) {
    process.stderr.write(
      `Warning: the connection to ${site} is not encrypted. Others on the network can read what you send.\n`,
    )
  }
  const { scope, ...credentials } = await signInByDevice(
    site,
    scopes === undefined ? null : parseScopes(scopes),
    show,
  )
  await changeSite(site, async (earlier) => {
    // Ends the earlier sign-in, which would remain valid at the service although nothing uses it any more.
    if (earlier !== null) await revoke(site, earlier).catch(() => undefined)
    return credentials
  })
  const { item } = await callSite(site, (client) => client.auth.me())
  process.stdout.write(`Signed in to ${site} as ${item.email} (${scope}).\n`)
}

function show({ userCode, verificationUri, completeUri }: Prompt): void {
  process.stderr.write(
    `Open ${verificationUri} in a browser and enter the code ${userCode}\n${
      completeUri === null ? '' : `or open ${completeUri} and compare the code.\n`
    }Waiting …\n`,
  )
}
