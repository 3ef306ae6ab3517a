import type { ReadContext, WriteContext } from '../../core/context.ts'
import { newId } from '../../platform/ids.ts'
import { timeText } from '../../platform/time-text.ts'
import { hashToken, randomSecret } from '../secrets.ts'
import { type ChallengeRow, insertChallenge, takeChallengeRow } from './challenge-store.ts'

/** The purpose of a challenge; a response is valid only for this purpose. */
export type ChallengeKind = 'sign-in' | 'reauthenticate' | 'register' | 'invite' | 'setup'

/** milliseconds after which a challenge expires */
const lifetime = 5 * 60 * 1000

/**
 * Creates a challenge for one response; returns its bytes. `userId`: the person whom the response must be of, null
 * while unknown. `data` is returned as JSON text with the taken challenge; the setup keeps its input there.
 */
export async function newChallenge(
  context: WriteContext,
  kind: ChallengeKind,
  { userId = null, data = null }: { userId?: string | null; data?: unknown } = {},
): Promise<Buffer> {
  const challenge = randomSecret()
  await insertChallenge(context, {
    id: newId(),
    kind,
    // Browsers return the challenge in base64url (`challengeIn`).
    hash: hashToken(challenge.toString('base64url')),
    user_id: userId,
    data: data === null ? null : JSON.stringify(data),
    expires_at: timeText(new Date(Date.parse(context.now) + lifetime)),
  })
  return challenge
}

/** A challenge that can no longer be used. */
export interface TakenChallenge extends Pick<ChallengeRow, 'user_id' | 'data'> {
  /** from the browser, in base64url */
  readonly challenge: string
}

/**
 * Takes the challenge of a browser's response, so that it cannot be used again; null if it is unknown, used or expired.
 */
export async function takeChallenge(
  { services, now }: ReadContext,
  kind: ChallengeKind,
  { clientDataJSON }: { readonly clientDataJSON: string },
): Promise<TakenChallenge | null> {
  const challenge = challengeIn(clientDataJSON)
  if (challenge === null) return null
  const row = await takeChallengeRow(services.database, { kind, hash: hashToken(challenge), now })
  return row === undefined ? null : { challenge, user_id: row.user_id, data: row.data }
}

/** The challenge that the browser's data name; null if they are malformed. */
function challengeIn(clientDataJSON: string): string | null {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
    const challenge = typeof data === 'object' && data !== null && 'challenge' in data ? data.challenge : null
    return typeof challenge === 'string' ? challenge : null
  } catch {
    // Malformed data matches no challenge.
    return null
  }
}
