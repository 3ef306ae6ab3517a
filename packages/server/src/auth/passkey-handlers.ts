import { auditThing } from '../audit/record.ts'
import type { AssertionResponse } from '@octavo/contract/operations/webauthn-shapes'
import type { ReadContext, WriteContext } from '../context.ts'
import { notFound, OctavoError, refusal } from '../errors.ts'
import type { HandlersOf } from '../handlers.ts'
import { enabledUser, userOf } from '../users/people.ts'
import { newChallenge, takeChallenge } from './challenges.ts'
import {
  deletePasskey,
  findPasskeyByCredential,
  type PasskeyRow,
  readPasskeys,
  recordPasskeyUse,
  renamePasskey,
} from './passkey-store.ts'
import { addPasskey, newPasskey, offerPasskey, presentPasskey } from './passkeys.ts'
import { signIn } from './sessions.ts'
import { signedInUser } from './signed-in.ts'
import { requestOptionsFor, verifyAssertion } from './webauthn.ts'

export const passkeyHandlers: HandlersOf<'passkeys'> = {
  signInOptions: async (context) => {
    const challenge = await newChallenge(context, 'sign-in')
    return { options: await requestOptionsFor(context.services.config, challenge) }
  },

  signIn: async (context, response) => {
    const { passkey, use } = await signedBy(context, response)
    return context.transaction(async (writing) => {
      const user = await enabledUser(writing, passkey.user_id)
      if (user === undefined || !(await recordPasskeyUse(writing, passkey.id, use))) return refuse()
      return signIn(writing, user)
    })
  },

  list: async (context) => {
    const rows = await readPasskeys(context, signedInUser(context))
    return { items: rows.map(presentPasskey) }
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
    // The user's row is locked: of two deletions at once, the second sees what the first has left.
    await userOf(context, signedInUser(context))
    const passkey = await ownPasskey(context, id)
    await keepAWayIn(context)
    await deletePasskey(context, id)
    const before = { ...presentPasskey(passkey), userId: passkey.user_id }
    auditThing(context, 'passkey', { name: passkey.name, before, after: null })
    return { success: true }
  },
}

interface SignedBy {
  readonly passkey: PasskeyRow
  readonly use: { readonly counter: number; readonly backedUp: boolean }
}

/** The passkey that has signed a challenge of ours; throws UNAUTHORIZED, whatever is wrong. */
async function signedBy(context: ReadContext, response: AssertionResponse): Promise<SignedBy> {
  const { config, log } = context.services
  const challenge = await takeChallenge(context, 'sign-in', response.response)
  const passkey = await findPasskeyByCredential(context, response.id)
  if (challenge === null || passkey === undefined) return refuse()
  const use = await verifyAssertion(config, response, { challenge: challenge.challenge, passkey })
  if (!(use instanceof Error)) return { passkey, use }
  log.info({ err: use, passkeyId: passkey.id }, 'a sign-in with a passkey was refused')
  return refuse()
}

function refuse(): never {
  throw new OctavoError('UNAUTHORIZED', 'The passkey was not accepted. Try again, or sign in in another way.')
}

async function ownPasskey(context: ReadContext, id: string): Promise<PasskeyRow> {
  const passkey = (await readPasskeys(context, signedInUser(context))).find((one) => one.id === id)
  if (passkey === undefined) throw notFound('The passkey')
  return passkey
}

async function keepAWayIn(context: WriteContext): Promise<void> {
  if (context.services.mailer.isSetUp) return
  if ((await readPasskeys(context, signedInUser(context))).length > 1) return
  throw refusal('CONFLICT', 'lastPasskey', {})
}
