import { audit } from '../../core/audit-recorder.ts'
import type { Handler } from '../../core/handler.ts'
import type { Operations } from '@octavo/contract/operations/registry'
import type { WriteContext } from '../../core/context.ts'
import { refusal } from '../../platform/errors.ts'
import { inviteMail } from '../../platform/mail/texts.ts'
import {
  addUser,
  adminRole,
  enabledUser,
  saveUser,
  userOf,
  type UserRow,
  userWithAddress,
} from '../users/users.ts'
import { presentUser } from '../users/present.ts'
import { deleteLinksOf } from './link-store.ts'
import { type Link, makeLink, openLink, refuseLink, takeLink } from './links.ts'
import { readPasskeys } from './passkey-store.ts'
import { requireRecentAuthentication } from '../../core/recent-authentication.ts'
import { addPasskey, newPasskey, offerPasskey } from './passkeys.ts'
import { readTokens } from '../tokens/token-store.ts'
import { requireReplaceable, signIn } from './sessions.ts'

type Verbs = Operations['auth']

interface Invitation {
  readonly email: string
  readonly role: number
  readonly name?: string | undefined
}

/** Creates a user and an invite link. The link is mailed, or returned if mail is not set up. */
export const invite: Handler<Verbs['invite']> = async (context, invitation) => {
  if (invitation.role === adminRole) requireRecentAuthentication(context)
  const { user, link } = await context.transaction(async (writing) => {
    const invitee = await inviteeOf(writing, invitation)
    await deleteLinksOf(writing, invitee.id, 'invite')
    const inviteLink = await makeLink(writing, 'invite', { userId: invitee.id })
    const after = { invitedUntil: inviteLink.expiresAt }
    audit(writing, { targetType: 'user', targetId: invitee.id, targetName: invitee.email, after })
    return { user: invitee, link: inviteLink }
  })
  const isMailed = await mailInvite(context, user, link)
  return { item: presentUser(user), link: isMailed ? null : link.url, expiresAt: link.expiresAt }
}

/** A new user, or an invited one who has not joined yet; throws CONFLICT for any other user with the address. */
async function inviteeOf(context: WriteContext, { email, role, name }: Invitation): Promise<UserRow> {
  const existing = await userWithAddress(context, email)
  if (existing === undefined) return addUser(context, { email, role, name: name ?? null })
  const isInUse =
    (await readTokens(context, existing.id)).length + (await readPasskeys(context, existing.id)).length > 0
  refuseToInvite(existing, role, isInUse)
  return name === undefined ? existing : saveUser(context, existing, { name })
}

/**
 * Throws CONFLICT if an existing user cannot be invited. `isInUse`: the user has tokens or a passkey, which the person
 * who opens the link would take over.
 */
function refuseToInvite(
  { email, role, disabled, signed_in_at: signedInAt }: UserRow,
  asked: number,
  isInUse: boolean,
): void {
  const details = { email }
  if (disabled === 1) throw refusal('CONFLICT', 'invitedDisabled', { email }, { details })
  if (signedInAt !== null) throw refusal('CONFLICT', 'invitedSignedIn', { email }, { details })
  if (isInUse) throw refusal('CONFLICT', 'invitedInUse', { email }, { details })
  if (role !== asked) throw refusal('CONFLICT', 'invitedOtherwise', { email, role }, { details })
}

/** Mails an invite; false if it was not mailed. */
async function mailInvite(
  { services: { mailer, config, log } }: Pick<WriteContext, 'services'>,
  { email }: UserRow,
  link: Link,
): Promise<boolean> {
  try {
    // If no mail server is set up, `send` only prints the mail, which does not count as mailed.
    await mailer.send(inviteMail({ to: email, link: link.url, site: new URL(config.baseUrl).host }))
    return mailer.isSetUp
  } catch (error) {
    log.error({ err: error }, 'an invite could not be mailed; the inviting user gets the link')
    return false
  }
}

/** The person that a link invites, and the options to create a passkey. The link stays usable for `accept`. */
export const acceptOptions: Handler<Verbs['acceptOptions']> = async (context, { token }) => {
  const { user_id } = await openLink(context, 'invite', token)
  // Every invite has a user, so there is an id.
  const user = (await enabledUser(context, user_id ?? '')) ?? refuseLink()
  const { email, name, role } = user
  return { email, name, role, options: await offerPasskey(context, user, 'invite') }
}

/**
 * Accepts an invite, with or without a passkey, and signs the person in. Throws CONFLICT if another person is signed in
 * with this browser and `replaceSession` does not allow to end that session.
 */
export const accept: Handler<Verbs['accept']> = async (
  context,
  { token, name, credential, replaceSession },
) => {
  const { user_id: userId } = await openLink(context, 'invite', token)
  // Throws that CONFLICT before the passkey is read, whose challenge works only once.
  await requireReplaceable(context, await userOf(context, userId ?? ''), { replaceSession })
  const verified = credential === undefined ? null : await newPasskey(context, 'invite', credential)
  if (verified !== null && verified.challenge.user_id !== userId) return refuseLink()
  return context.transaction(async (writing) => {
    // The link was only read before, so another request may have used it since.
    await takeLink(writing, 'invite', token)
    const user = (await enabledUser(writing, userId ?? '')) ?? refuseLink()
    if (verified !== null) await addPasskey(writing, { userId: user.id, passkey: verified.passkey })
    const named = name === undefined ? user : await saveUser(writing, user, { name })
    return signIn(writing, named, { replaceSession })
  })
}
