import type { ReadContext, WriteContext } from '../context.ts'
import { newId } from '../ids.ts'
import { timeText } from '../time-text.ts'
import { hashToken } from '../users/token-cache.ts'
import { type ChallengeRow, insertChallenge, takeChallengeRow } from './challenge-store.ts'
import { randomSecret } from './secrets.ts'

/** What a challenge is good for; an answer to one counts for nothing else. */
export type ChallengeKind = 'sign-in' | 'register' | 'invite' | 'setup'

/** milliseconds that a person has, between asking for the options and answering them */
const lifetime = 5 * 60 * 1000

/** Makes a challenge for one answer; gives its bytes. */
export async function newChallenge(
  context: WriteContext,
  kind: ChallengeKind,
  { userId = null, data = null }: { userId?: string | null; data?: unknown } = {},
): Promise<Buffer> {
  const challenge = randomSecret()
  await insertChallenge(context, {
    id: newId(),
    kind,
    hash: hashToken(challenge.toString('base64url')),
    user_id: userId,
    data: data === null ? null : JSON.stringify(data),
    expires_at: timeText(new Date(Date.parse(context.now) + lifetime)),
  })
  return challenge
}

export interface TakenChallenge extends Pick<ChallengeRow, 'user_id' | 'data'> {
  /** as the browser says it, in base64url */
  readonly challenge: string
}

/** The challenge that a browser's response answers, taken for good; null when it is none of ours, used, or over. */
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

function challengeIn(clientDataJSON: string): string | null {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
    const challenge = typeof data === 'object' && data !== null && 'challenge' in data ? data.challenge : null
    return typeof challenge === 'string' ? challenge : null
  } catch {
    // Whatever it is, it answers no challenge.
    return null
  }
}
