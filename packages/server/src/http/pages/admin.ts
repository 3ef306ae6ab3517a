import { randomBytes } from 'node:crypto'
import { limits } from '@octavo/contract/limits'
import { playerOrigins } from '@octavo/contract/players'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { OctavoError } from '../../platform/errors.ts'
import { codingFor } from '../rest/compression.ts'
import { html } from '../../platform/html.ts'
import { type AdminBuild, AdminFolder, installedAdmin } from './admin-build.ts'
import type { Language } from './language.ts'
import type { PageContent } from './layout.ts'
import { paths, signInFor } from './paths.ts'
import { showNotSetUp } from './sign-in.ts'
import { adminTexts } from './texts/admin.ts'
import { layoutTexts } from './texts/layout.ts'
import type { Visitor } from './visitor.ts'

const installed = new AdminFolder(installedAdmin())

/** The admin for one visitor. */
export interface AdminPage {
  readonly build: AdminBuild
  readonly language: Language
  /** the origin of direct uploads; null if uploads go to our origin */
  readonly uploadOrigin: string | null
  /** the sites that are shown in frames */
  readonly frameOrigins: readonly string[]
}

/**
 * The page of the admin; for people who are not signed in, the path of the sign-in to redirect to, or a note if nobody
 * has an account yet. All addresses of the admin return one page, whose router selects the screen.
 */
export async function showAdmin(
  visitor: Visitor,
  folder = installed,
): Promise<AdminPage | PageContent | string> {
  const { services, language, caller, path } = visitor
  if (caller === null) {
    const notSetUp = await showNotSetUp(visitor)
    // A longer path would not fit into the address of the sign-in page.
    return notSetUp ?? signInFor(path.length > limits.url ? paths.admin : path)
  }
  const build = folder.build()
  if (build === null) return notBuiltPage(language)
  // Another process may have just changed the preview origins, which are a setting.
  await services.schema.refresh()
  const frameOrigins = services.schema.current.previewOrigins
  return { build, language, uploadOrigin: await services.files.uploadOrigin(), frameOrigins }
}

/** Sends the page with a fresh nonce, which its scripts pass on to what they load. */
export function sendAdmin(reply: FastifyReply, { build, language, ...origins }: AdminPage): FastifyReply {
  const nonce = randomBytes(16).toString('base64url')
  const page = build.page
    .replaceAll('__NONCE__', nonce)
    .replaceAll('__LANGUAGE__', language)
    .replaceAll('__NEEDS_SCRIPT__', html`${layoutTexts[language].needsScript}`.source)
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy(nonce, origins),
      'cache-control': 'private, no-store',
      vary: 'Accept-Language, Cookie',
    })
    .send(page)
}

/** The Content-Security-Policy of the admin. Previews of uploads are blob URLs. */
function policy(
  nonce: string,
  { uploadOrigin, frameOrigins }: Pick<AdminPage, 'uploadOrigin' | 'frameOrigins'>,
): string {
  return [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob:`,
    `media-src 'self'`,
    `font-src 'self'`,
    `connect-src 'self'${uploadOrigin === null ? '' : ` ${uploadOrigin}`}`,
    `frame-src ${[...playerOrigins, ...frameOrigins].join(' ')}`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ')
}

/** A file that the page loads. Its name changes with its content, so browsers may cache it forever. */
export function sendAdminFile(request: FastifyRequest, reply: FastifyReply, name: string): FastifyReply {
  // Not all files have compressed forms (`bytes` returns null for those that do not exist).
  const file = installed.findFile(name)
  const coding = request.server.answering.compresses ? codingFor(request.headers['accept-encoding']) : null
  const compressed = coding === null ? null : (file?.bytes(coding) ?? null)
  const bytes = compressed ?? file?.bytes(null)
  if (file === undefined || !bytes) throw new OctavoError('NOT_FOUND', 'There is no such file.')
  if (compressed !== null) void reply.header('content-encoding', coding)
  return reply
    .headers({
      'content-type': file.mediaType,
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    })
    .send(bytes)
}

function notBuiltPage(language: Language): PageContent {
  const texts = adminTexts[language]
  return {
    title: texts.notBuilt,
    status: 503,
    body: html`<h1>${texts.notBuilt}</h1>
      <p>${texts.notBuiltLead} <code>npm run build</code></p>`,
  }
}
