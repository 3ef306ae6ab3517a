import { auditThing } from '../../core/audit-recorder.ts'
import type { ReadContext, WriteContext } from '../../core/context.ts'
import { notFound, OctavoError, refusal } from '../../platform/errors.ts'
import type { HandlersOf } from '../../core/handler.ts'
import { enabledUser, userOf } from '../users/users.ts'
import { refuseAssertion, signedBy } from './assertion.ts'
import { newChallenge } from './challenges.ts'
import {
  deletePasskey,
  type PasskeyRow,
  readPasskeys,
  recordPasskeyUse,
  renamePasskey,
} from './passkey-store.ts'
import { addPasskey, newPasskey, offerPasskey, presentPasskey } from './passkeys.ts'
import { signIn } from './sessions.ts'
import { signedInUser } from '../../core/signed-in.ts'
import { requestOptionsFor } from './webauthn.ts'

export const passkeyHandlers: HandlersOf<'passkeys'> = {
  signInOptions: async (context) => {
    const challenge = await newChallenge(context, 'sign-in')
    return { options: await requestOptionsFor(context.services.config, { challenge }) }
  },

  signIn: async (context, { replaceSession, ...response }) => {
    const { passkey, use } = await signedBy(context, 'sign-in', response)
    return context.transaction(async (writing) => {
      const user = await enabledUser(writing, passkey.user_id)
      if (user === undefined || !(await recordPasskeyUse(writing, passkey.id, use))) return refuseAssertion()
      return signIn(writing, user, { replaceSession })
    })
  },

  list: async (context) => {
    const rows = await readPasskeys(context, signedInUser(context))
    return {
      items: rows.map((row) => ({ ...presentPasskey(row), isOnlyWayIn: isOnlyWayIn(context, row, rows) })),
    }
  },

  registerOptions: async (context) => {
    const user = await userOf(context, signedInUser(context))
    return { options: await offerPasskey(context, user, 'register') }
  },

  register: async (context, { name, ...credential }) => {
    const userId = signedInUser(context)
    const { passkey, challenge } = await newPasskey(context, 'register', credential)
    if (challenge.user_id !== userId)
      throw new OctavoError('FORBIDDEN', 'These options were for somebody else.')
    return context.transaction(async (writing) => {
      // Locks the user's row, so that concurrent registrations cannot exceed the limit.
      await userOf(writing, userId)
      return { item: presentPasskey(await addPasskey(writing, { userId, passkey, name })) }
    })
  },

  update: async (context, { id, name }) => {
    const passkey = await ownPasskey(context, id)
    await renamePasskey(context, id, name)
    const after = presentPasskey({ ...passkey, name })
    auditThing(context, 'passkey', { name, before: presentPasskey(passkey), after })
    return { item: after }
  },

  delete: async (context, { id }) => {
    // Locks the user's row, so that the second of two concurrent deletions sees the first.
    await userOf(context, signedInUser(context))
    const passkey = await ownPasskey(context, id)
    await keepSignInPossible(context, passkey)
    await deletePasskey(context, id)
    const before = { ...presentPasskey(passkey), userId: passkey.user_id }
    auditThing(context, 'passkey', { name: passkey.name, before, after: null })
    return { success: true }
  },
}

/** A passkey of the caller; throws NOT_FOUND. */
async function ownPasskey(context: ReadContext, id: string): Promise<PasskeyRow> {
  const passkey = (await readPasskeys(context, signedInUser(context))).find((one) => one.id === id)
  if (passkey === undefined) throw notFound('The passkey')
  return passkey
}

/** Throws CONFLICT if the caller could no longer sign in without this passkey. */
async function keepSignInPossible(context: WriteContext, deleted: PasskeyRow): Promise<void> {
  const all = await readPasskeys(context, signedInUser(context))
  if (isOnlyWayIn(context, deleted, all)) throw refusal('CONFLICT', 'lastPasskey', {})
}

/**
 * Whether a passkey is the only way to sign in: mail is not set up, and no other passkey is as good. Passkeys of older
 * releases are not known to verify their user, so they may be unable to sign in, and do not replace one that is.
 */
function isOnlyWayIn({ services }: ReadContext, passkey: PasskeyRow, all: readonly PasskeyRow[]): boolean {
  if (services.mailer.isSetUp) return false
  return !all.some(({ id, user_verified }) => id !== passkey.id && user_verified >= passkey.user_verified)
}
