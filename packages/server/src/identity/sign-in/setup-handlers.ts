import type { ReadContext, OwnTransactionContext, WriteContext } from '../../core/context.ts'
import { OctavoError, refusal } from '../../platform/errors.ts'
import type { HandlersOf } from '../../core/handler.ts'
import { newId } from '../../platform/ids.ts'
import { printMail } from '../../platform/mail/mailer.ts'
import { signInMail } from '../../platform/mail/texts.ts'
import { serializeAdminChanges } from '../users/access.ts'
import {
  addUser,
  adminRole,
  type NewUser,
  type UserRow,
  userWithAddress,
  findExistingUsers,
} from '../users/users.ts'
import { presentUser } from '../users/present.ts'
import { hashToken, isSameHash, newSecret } from '../secrets.ts'
import { newChallenge } from './challenges.ts'
import { deleteLinks } from './link-store.ts'
import { type Link, makeLink, openLink } from './links.ts'
import { addPasskey, newPasskey } from './passkeys.ts'
import { signIn } from './sessions.ts'
import { creationOptionsFor } from './webauthn.ts'

/**
 * The input of the first setup step, and the id that the admin will have, because the passkey is made for it. Only the
 * browser that has the nonce as a cookie may finish the setup.
 */
interface PendingSetup {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly nonceHash: string
}

export const setupHandlers: HandlersOf<'setup'> = {
  status: async (context) => {
    const { admin, users } = await findExistingUsers(context)
    return { setupComplete: admin, usersExist: users }
  },

  begin: async (context, { code, email, name }) => {
    await requireOpenSetup(context, code)
    await refuseTakenAddress(context, email)
    const { services, clientContext } = context
    const nonce = newSecret()
    const pending: PendingSetup = { id: newId(), email, name, nonceHash: hashToken(nonce) }
    const challenge = await newChallenge(context, 'setup', { data: pending })
    context.afterCommit(() => clientContext?.setCookie('setup', nonce))
    return { options: await creationOptionsFor(services.config, { user: pending, existing: [], challenge }) }
  },

  // Needs no setup code: `begin` has checked it, and the cookie shows that it was this browser.
  finish: async (context, credential) => {
    await refuseWhenComplete(context)
    const { passkey, challenge } = await newPasskey(context, 'setup', credential)
    // `begin` stores the data with every challenge of the setup.
    const { nonceHash, ...admin } = JSON.parse(challenge.data ?? '') as PendingSetup
    if (!isSameHash(hashToken(context.clientContext?.cookie('setup') ?? ''), nonceHash)) {
      throw new OctavoError('UNAUTHORIZED', 'This browser did not start the setup; start it again here.')
    }
    return context.transaction(async (writing) => {
      const user = await makeFirstAdmin(writing, admin)
      await addPasskey(writing, { userId: user.id, passkey })
      writing.afterCommit(() => writing.clientContext?.setCookie('setup', null))
      // The session may be replaced without a question: only the browser that began the setup can finish it, so no link
      // of somebody else leads here.
      return signIn(writing, user, { replaceSession: true })
    })
  },

  createWithLink: async (context, { code, email, name }) => {
    const { user, link } = await context.transaction(async (writing) => {
      await requireOpenSetup(writing, code)
      await refuseTakenAddress(writing, email)
      const admin = await makeFirstAdmin(writing, { email, name })
      return { user: admin, link: await makeLink(writing, 'magic', { userId: admin.id }) }
    })
    await mailLink(context, email, link)
    return { item: presentUser(user) }
  },
}

/** Throws unless the setup is open and the code is one that the service has printed. */
async function requireOpenSetup(context: ReadContext, code: string): Promise<void> {
  await refuseWhenComplete(context)
  await openLink(context, 'setup', code).catch(() => {
    throw new OctavoError(
      'UNAUTHORIZED',
      'The setup code is not valid. The service prints a new one each time that it starts without an admin.',
    )
  })
}

/** Throws CONFLICT if there is an admin: the setup ends with the first one. */
async function refuseWhenComplete(context: Pick<ReadContext, 'db'>): Promise<void> {
  if (!(await findExistingUsers(context)).admin) return
  throw refusal('CONFLICT', 'setupComplete', {})
}

/**
 * Throws CONFLICT if there is a user with the address: the holder of the code could take over the account of somebody
 * else.
 */
async function refuseTakenAddress(context: ReadContext, email: string): Promise<void> {
  if ((await userWithAddress(context, email)) === undefined) return
  throw refusal('CONFLICT', 'addressTaken', { email }, { details: { email } })
}

/** Creates the first admin and invalidates the setup codes. Only one of several concurrent attempts succeeds. */
async function makeFirstAdmin(context: WriteContext, admin: Omit<NewUser, 'role'>): Promise<UserRow> {
  // Concurrent attempts wait here, and then find that the setup is complete.
  await serializeAdminChanges(context)
  await refuseWhenComplete(context)
  await deleteLinks(context, 'setup')
  return addUser(context, { ...admin, role: adminRole })
}

/** Mails the link to sign in to the first admin. If mail cannot be sent, the link is printed for the operator. */
async function mailLink({ services }: OwnTransactionContext, to: string, { url }: Link): Promise<void> {
  const { mailer, config, log, print } = services
  const mail = signInMail({ to, link: url, site: new URL(config.baseUrl).host })
  try {
    await mailer.send(mail)
  } catch (error) {
    log.error({ err: error }, 'the first admin could not be mailed')
    printMail(print, mail)
  }
}
