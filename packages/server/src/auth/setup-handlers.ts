import type { ReadContext, StagedContext, WriteContext } from '../context.ts'
import { OctavoError, refusal } from '../errors.ts'
import type { HandlersOf } from '../handlers.ts'
import { newId } from '../ids.ts'
import { signInMail } from '../mail/texts.ts'
import { decideAlone } from '../users/access.ts'
import {
  addUser,
  adminRole,
  type NewUser,
  type UserRow,
  userWithAddress,
  whoIsThere,
} from '../users/people.ts'
import { presentUser } from '../users/present.ts'
import { hashToken } from '../users/token-cache.ts'
import { newChallenge } from './challenges.ts'
import { deleteLinks } from './link-store.ts'
import { type Link, makeLink, openLink } from './links.ts'
import { addPasskey, newPasskey } from './passkeys.ts'
import { isSameHash, newSecret } from './secrets.ts'
import { signIn } from './sessions.ts'
import { creationOptionsFor } from './webauthn.ts'

/** What was said when the setup began, and who may finish it: whoever has the nonce. */
interface Begun {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly nonceHash: string
}

export const setupHandlers: HandlersOf<'setup'> = {
  status: async (context) => {
    const { admin, users } = await whoIsThere(context)
    return { setupComplete: admin, usersExist: users }
  },

  begin: async (context, { code, email, name }) => {
    await demandSetup(context, code)
    await refuseKnown(context, email)
    const { services, visit } = context
    const nonce = newSecret()
    const begun: Begun = { id: newId(), email, name, nonceHash: hashToken(nonce) }
    const challenge = await newChallenge(context, 'setup', { data: begun })
    context.afterCommit(() => visit?.keep('setup', nonce))
    return { options: await creationOptionsFor(services.config, { user: begun, existing: [], challenge }) }
  },

  finish: async (context, credential) => {
    await refuseWhenComplete(context)
    const { passkey, challenge } = await newPasskey(context, 'setup', credential)
    const { nonceHash, ...admin } = JSON.parse(challenge.data ?? '') as Begun
    if (!isSameHash(hashToken(context.visit?.kept('setup') ?? ''), nonceHash)) {
      throw new OctavoError('UNAUTHORIZED', 'This browser did not begin the setup; begin it again here.')
    }
    return context.transaction(async (writing) => {
      const user = await makeFirstAdmin(writing, admin)
      await addPasskey(writing, { userId: user.id, passkey })
      writing.afterCommit(() => writing.visit?.keep('setup', null))
      return signIn(writing, user)
    })
  },

  createWithLink: async (context, { code, email, name }) => {
    const { user, link } = await context.transaction(async (writing) => {
      await demandSetup(writing, code)
      await refuseKnown(writing, email)
      const admin = await makeFirstAdmin(writing, { email, name })
      return { user: admin, link: await makeLink(writing, 'magic', { userId: admin.id }) }
    })
    await mailLink(context, email, link)
    return { item: presentUser(user) }
  },
}

/** Throws unless the setup is open, and the code is one that the service has printed. */
async function demandSetup(context: ReadContext, code: string): Promise<void> {
  await refuseWhenComplete(context)
  await openLink(context, 'setup', code).catch(() => {
    throw new OctavoError(
      'UNAUTHORIZED',
      'The setup code is not valid. The service prints a new one each time that it starts without an admin.',
    )
  })
}

async function refuseWhenComplete(context: Pick<ReadContext, 'db'>): Promise<void> {
  if (!(await whoIsThere(context)).admin) return
  throw refusal('CONFLICT', 'setupComplete', {})
}

/** Whoever has the code could take over someone else's account otherwise. */
async function refuseKnown(context: ReadContext, email: string): Promise<void> {
  if ((await userWithAddress(context, email)) === undefined) return
  throw refusal('CONFLICT', 'addressTaken', { email }, { details: { email } })
}

/** One of all who try at once; the codes work no longer. */
async function makeFirstAdmin(context: WriteContext, admin: Omit<NewUser, 'role'>): Promise<UserRow> {
  await decideAlone(context)
  await refuseWhenComplete(context)
  await deleteLinks(context, 'setup')
  return addUser(context, { ...admin, role: adminRole })
}

/** Where the mail does not go out, the operator finds the link in the log. */
async function mailLink({ services }: StagedContext, to: string, { url }: Link): Promise<void> {
  const { mailer, config, log } = services
  const mail = signInMail({ to, link: url, site: new URL(config.baseUrl).host })
  await mailer
    .send(mail)
    .catch((error: unknown) => log.error({ err: error, mail }, 'the first admin could not be mailed'))
}
