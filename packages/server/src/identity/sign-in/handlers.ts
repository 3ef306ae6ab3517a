import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { limits } from '@octavo/contract/limits'
import type { Services } from '../../core/context.ts'
import type { HandlersOf } from '../../core/handler.ts'
import { signInMail } from '../../platform/mail/texts.ts'
import { timeText } from '../../platform/time-text.ts'
import { enabledUser, saveUser, userOf, userWithAddress } from '../users/users.ts'
import { presentUser } from '../users/present.ts'
import { accept, acceptOptions, invite } from './invites.ts'
import { countLinks } from './link-store.ts'
import { makeLink, refuseLink, takeLink } from './links.ts'
import { defaultReturnPath, safeReturnPath } from './return-path.ts'
import { endSession } from './session-handlers.ts'
import { signIn } from './sessions.ts'
import { signedInUser } from '../../core/signed-in.ts'

/** milliseconds of the longest random delay before a mail is sent */
const longestDelay = 200

export const authHandlers: HandlersOf<'auth'> = {
  me: async (context) => ({
    item: presentUser(await userOf(context, signedInUser(context))),
    scopes: context.caller.scopes === null ? null : [...context.caller.scopes],
  }),

  updateMe: async (context, { name }) => {
    const before = await userOf(context, signedInUser(context))
    return { item: presentUser(await saveUser(context, before, { name })) }
  },

  logout: async (context) => {
    const { sessionId } = context.caller
    if (sessionId !== null) await endSession(context, sessionId)
    return { success: true }
  },

  sendMagicLink: async ({ services }, asked) => {
    // The user is looked up after the response, so that neither its content nor its timing reveals whether they exist.
    services.backgroundTasks.add('magic link', async () => {
      // A random delay, so that the load for a known address does not show in the timing of the next request.
      await delay(randomInt(longestDelay))
      await sendMagicLink(services, asked)
    })
    return { success: true }
  },

  // If another person is signed in with this browser and `replaceSession` is false, `signIn` throws, and the rollback
  // makes the link usable again.
  verifyMagicLink: async (context, { token, replaceSession }) => {
    const { user_id } = await takeLink(context, 'magic', token)
    // Only setup links have no user; no user has the empty id.
    const user = await enabledUser(context, user_id ?? '')
    return user === undefined ? refuseLink() : signIn(context, user, { replaceSession })
  },

  invite,
  acceptOptions,
  accept,
}

/** Mails a link to sign in, if the address is that of a user who may sign in. */
async function sendMagicLink(
  services: Services,
  { email, returnTo }: { email: string; returnTo?: string | undefined },
): Promise<void> {
  const link = await magicLinkFor(services, email, returnPathOf(services, returnTo))
  const { host } = new URL(services.config.baseUrl)
  if (link !== null) await services.mailer.send(signInMail({ to: email, link, site: host }))
}

/** The parameter of the link's page with the path that it leads to afterwards; none for the default path. */
function returnPathOf({ config }: Services, returnTo: string | undefined): Record<string, string> {
  const path = safeReturnPath(returnTo, config.baseUrl)
  return path === defaultReturnPath ? {} : { return: path }
}

/** A new link to sign in; null if no user with this address may sign in, or if they have too many links. */
async function magicLinkFor(
  services: Services,
  email: string,
  pageParameters: Readonly<Record<string, string>>,
): Promise<string | null> {
  const now = timeText(services.clock())
  return services.database.transaction('write', async (db) => {
    const context = { db, now, services }
    const user = await userWithAddress(context, email)
    if (user === undefined || user.disabled === 1) return null
    if ((await countLinks(context, 'magic', user.id)) >= limits.magicLinks) return null
    return (await makeLink(context, 'magic', { userId: user.id, pageParameters })).url
  })
}
