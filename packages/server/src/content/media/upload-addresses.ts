import { limits } from '@octavo/contract/limits'
import { media, type uploadAddress } from '@octavo/contract/operations/media'
import { apiPath } from '@octavo/contract/rest'
import type { z } from 'zod'
import { audit } from '../../core/audit-recorder.ts'
import { authorize, type Caller, type KeptRights, keptRights } from '../../core/caller.ts'
import type { Services, OwnTransactionContext } from '../../core/context.ts'
import { expiryFor } from '../../core/expiry.ts'
import { signedInUser } from '../../core/signed-in.ts'
import { hashToken, newSecret } from '../../identity/secrets.ts'
import { refusal } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { timeText } from '../../platform/time-text.ts'
import {
  claimUploadAddress,
  findUploadAddress,
  insertUploadAddress,
  type KnownUploadAddress,
} from './upload-address-store.ts'

/** prefix of every secret of an upload address */
const prefix = 'cms_upl_'

/** The path of upload addresses, below which each has its secret. */
export const uploadPath = `${apiPath}/media/upload`

/** The properties of a file that are given before its bytes. */
export type AnnouncedFile = Partial<
  Pick<z.output<typeof media.upload.input>, 'filename' | 'mimeType' | 'alt' | 'caption' | 'folder'>
>

/** Creates an address that accepts the bytes of one file on behalf of the caller. */
export async function makeUploadAddress(
  context: OwnTransactionContext,
  { filename, mimeType, alt, caption, folder }: AnnouncedFile,
): Promise<z.output<typeof uploadAddress>> {
  const { caller, services } = context
  const userId = signedInUser(context)
  const secret = prefix + newSecret()
  const id = newId()
  const announced: AnnouncedFile = { filename, mimeType, alt, caption, folder }
  const expiresAt = expiryFor(context, limits.uploadAddresses.lifetime)
  await context.transaction(async (write) => {
    await insertUploadAddress(write, {
      id,
      hash: hashToken(secret),
      user_id: userId,
      token_id: caller.tokenId,
      session_id: caller.sessionId,
      client_id: caller.clientId,
      rights: JSON.stringify(keptRights(caller)),
      file: JSON.stringify(announced),
      created_at: write.now,
      expires_at: expiresAt,
    })
    audit(write, {
      targetType: 'uploadAddress',
      targetId: id,
      targetName: filename ?? null,
      before: null,
      after: { expiresAt },
    })
  })
  return {
    uploadUrl: `${services.config.baseUrl}${uploadPath}/${secret}`,
    expiresAt,
    maxBytes: services.config.maxUploadBytes,
  }
}

/** An address that was found, before it is used. */
export interface FoundUploadAddress {
  readonly caller: Caller
  readonly file: AnnouncedFile
  /** Marks the address as used; throws FORBIDDEN if another request was first. */
  readonly claim: () => Promise<void>
}

/**
 * Finds an address by its secret. Its caller is the person, token or app that asked for it, with the rights that they
 * have now. Throws FORBIDDEN where it does not exist, was used, or has expired.
 */
export async function findUpload(services: Services, secret: string): Promise<FoundUploadAddress> {
  const { database, clock } = services
  const known = await findUploadAddress(database.reader, {
    hash: hashToken(secret),
    now: timeText(clock()),
  })
  if (known === undefined) throw addressExpired()
  const caller = callerOf(known)
  authorize(caller, media.create)
  return {
    caller,
    file: JSON.parse(known.file) as AnnouncedFile,
    claim: async () => {
      if (!(await claimUploadAddress(database, known.id))) throw addressExpired()
    },
  }
}

function addressExpired(): Error {
  return refusal('FORBIDDEN', 'uploadAddressOver', {})
}

function callerOf({ rights, session_id, role }: KnownUploadAddress): Caller {
  const kept = JSON.parse(rights) as KeptRights
  return { ...kept, role, sessionId: session_id, authenticatedAt: null, interface: 'rest' }
}
