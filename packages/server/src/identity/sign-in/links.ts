import type { ReadContext, WriteContext } from '../../core/context.ts'
import { OctavoError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { timeText } from '../../platform/time-text.ts'
import { hashToken, newSecret } from '../secrets.ts'
import { findLink, insertLink, type LinkRow, useLink } from './link-store.ts'

const minute = 60_000

/** Kinds of links, with their lifetime in milliseconds and the page that they open. */
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

/** Creates a link that works once. `more` are parameters for its page. */
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

/** The link with a secret, without using it up; throws UNAUTHORIZED if it is invalid. */
export async function openLink(context: ReadContext, kind: LinkKind, secret: string): Promise<LinkRow> {
  return (await findLink(context, kind, hashToken(secret))) ?? refuseLink()
}

/** Uses up the link with a secret; throws UNAUTHORIZED if it is invalid. */
export async function takeLink(context: WriteContext, kind: LinkKind, secret: string): Promise<LinkRow> {
  return (await useLink(context, kind, hashToken(secret))) ?? refuseLink()
}

/** The same error for every problem, so that it reveals nothing. */
export function refuseLink(): never {
  throw new OctavoError(
    'UNAUTHORIZED',
    'The link is not valid: it was used, has expired, or does not exist. Request a new one.',
  )
}
