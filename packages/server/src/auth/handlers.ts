import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { limits } from '@octavo/contract/limits'
import type { Services } from '../context.ts'
import type { HandlersOf } from '../handlers.ts'
import { signInMail } from '../mail/texts.ts'
import { timeText } from '../time-text.ts'
import { enabledUser, userOf, userWithAddress } from '../users/people.ts'
import { presentUser } from '../users/present.ts'
import { accept, acceptOptions, invite } from './invites.ts'
import { countLinks } from './link-store.ts'
import { makeLink, refuseLink, takeLink } from './links.ts'
import { defaultReturnPath, safeReturnPath } from './return-path.ts'
import { endSession } from './session-handlers.ts'
import { signIn } from './sessions.ts'
import { signedInUser } from './signed-in.ts'

/** milliseconds within which a mail is on its way */
const longestPause = 200

export const authHandlers: HandlersOf<'auth'> = {
  me: async (context) => ({
    item: presentUser(await userOf(context, signedInUser(context))),
    scopes: context.caller.scopes === null ? null : [...context.caller.scopes],
  }),

  logout: async (context) => {
    const { sessionId } = context.caller
    if (sessionId !== null) await endSession(context, sessionId)
    return { success: true }
  },

  sendMagicLink: async ({ services }, asked) => {
    // Nobody is looked up before the answer: neither it nor its time tells whether there is somebody.
    services.errands.add('magic link', async () => {
      // At a time that nobody knows: what a known address costs cannot be seen by whoever asks again at once.
      await delay(randomInt(longestPause))
      await sendMagicLink(services, asked)
    })
    return { success: true }
  },

  verifyMagicLink: async (context, { token }) => {
    const { user_id } = await takeLink(context, 'magic', token)
    const user = await enabledUser(context, user_id ?? '')
    return user === undefined ? refuseLink() : signIn(context, user)
  },

  invite,
  acceptOptions,
  accept,
}

async function sendMagicLink(
  services: Services,
  { email, returnTo }: { email: string; returnTo?: string | undefined },
): Promise<void> {
  const link = await magicLinkFor(services, email, returnPathOf(services, returnTo))
  const { host } = new URL(services.config.baseUrl)
  if (link !== null) await services.mailer.send(signInMail({ to: email, link, site: host }))
}

function returnPathOf({ config }: Services, returnTo: string | undefined): Record<string, string> {
  const path = safeReturnPath(returnTo, config.baseUrl)
  return path === defaultReturnPath ? {} : { return: path }
}

/** Null when there is nobody of this address who may sign in, or when they have links enough. */
async function magicLinkFor(
  services: Services,
  email: string,
  more: Readonly<Record<string, string>>,
): Promise<string | null> {
  const now = timeText(services.clock())
  return services.database.transaction('write', async (db) => {
    const context = { db, now, services }
    const user = await userWithAddress(context, email)
    if (user === undefined || user.disabled === 1) return null
    if ((await countLinks(context, 'magic', user.id)) >= limits.magicLinks) return null
    return (await makeLink(context, 'magic', { userId: user.id, more })).url
  })
}
