import type { ReadContext, WriteContext } from '../../core/context.ts'
import { OctavoError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { timeText } from '../../platform/time-text.ts'
import { hashToken, newSecret } from '../secrets.ts'
import { findLink, insertLink, type LinkRow, useLink } from './link-store.ts'

/** milliseconds */
const minute = 60_000

/** kinds of links: their lifetime in milliseconds, the page that they open, and its parameter with the secret */
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

interface NewLink {
  /** null for the code of a setup, before there is a user */
  readonly userId: string | null
  readonly pageParameters?: Readonly<Record<string, string>>
}

/** Creates a link that works once. `pageParameters` are further parameters for its page. */
export async function makeLink(
  context: Pick<WriteContext, 'db' | 'now' | 'services'>,
  kind: LinkKind,
  { userId, pageParameters = {} }: NewLink,
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
  const query = new URLSearchParams({ [parameter]: secret, ...pageParameters })
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

/** Throws the error of an invalid link. It is equal for every problem, so that it reveals nothing. */
export function refuseLink(): never {
  throw new OctavoError(
    'UNAUTHORIZED',
    'The link is not valid: it was used, has expired, or does not exist. Request a new one.',
  )
}
