import type { HandlersOf } from '../handlers.ts'
import { presentUser } from '../users/present.ts'
import { userOf } from '../users/handlers.ts'
import { endSession } from './session-handlers.ts'
import { signedInUser } from './signed-in.ts'

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
}
