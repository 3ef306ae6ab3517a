import type { ReadContext, WriteContext } from '../context.ts'
import { OctavoError } from '../errors.ts'
import { newId } from '../ids.ts'
import { timeText } from '../time-text.ts'
import { hashToken } from '../users/token-cache.ts'
import { findLink, insertLink, type LinkRow, useLink } from './link-store.ts'
import { newSecret } from './secrets.ts'

const minute = 60_000

/** What links are for: the milliseconds that they work, and the page that they lead to. */
const kinds = {
  magic: { lifetime: 15 * minute, path: '/_cms/sign-in/link', parameter: 'token' },
  invite: { lifetime: 7 * 24 * 60 * minute, path: '/_cms/invite', parameter: 'token' },
  setup: { lifetime: 7 * 24 * 60 * minute, path: '/_cms/setup', parameter: 'code' },
} as const

export type LinkKind = keyof typeof kinds

export interface Link {
  readonly url: string
  readonly expiresAt: string
}

type Making = Pick<WriteContext, 'db' | 'now' | 'services'>

/** Makes a link that works once. `more` are parameters for the page that it leads to. */
export async function makeLink(
  context: Making,
  kind: LinkKind,
  { userId, more = {} }: { userId: string | null; more?: Readonly<Record<string, string>> },
): Promise<Link> {
  const { lifetime, path, parameter } = kinds[kind]
  const secret = newSecret()
  const expiresAt = timeText(new Date(Date.parse(context.now) + lifetime))
  await insertLink(context, {
    id: newId(),
    kind,
    hash: hashToken(secret),
    user_id: userId,
    created_at: context.now,
    expires_at: expiresAt,
    used_at: null,
  })
  const query = new URLSearchParams({ [parameter]: secret, ...more })
  return { url: `${context.services.config.baseUrl}${path}?${query}`, expiresAt }
}

/** The link of a secret, which stays usable; throws UNAUTHORIZED when it does not work (any longer). */
export async function openLink(context: ReadContext, kind: LinkKind, secret: string): Promise<LinkRow> {
  return (await findLink(context, kind, hashToken(secret))) ?? refuseLink()
}

/** The same, and uses it up. */
export async function takeLink(context: WriteContext, kind: LinkKind, secret: string): Promise<LinkRow> {
  return (await useLink(context, kind, hashToken(secret))) ?? refuseLink()
}

/** Nobody learns which of these it is. */
export function refuseLink(): never {
  throw new OctavoError(
    'UNAUTHORIZED',
    'The link does not work: it was used, is over, or never was one. Ask for a new one.',
  )
}
