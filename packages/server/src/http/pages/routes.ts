import { apiPath } from '@octavo/contract/rest'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { callerOfSession } from '../../identity/sign-in/sessions.ts'
import { isUnavailable, OctavoError } from '../../platform/errors.ts'
import { setRetryAfter } from '../rest/errors.ts'
import type { HttpDependencies } from '../rest/routes.ts'
import { logFailure } from '../../platform/log.ts'
import { type AdminPage, sendAdmin, sendAdminFile, showAdmin } from './admin.ts'
import { assetsPath, assetsVersion, findAsset } from './assets.ts'
import { failurePage } from './failure.ts'
import { showInvite, showSetup } from './joining.ts'
import { languageFor, type PageContent, sendPage } from './layout.ts'
import { paths, signInFor } from './paths.ts'
import { showReauthenticate } from './reauthenticate.ts'
import { showSignIn, showSignInLink } from './sign-in.ts'
import type { Visitor } from './visitor.ts'

/** A page for a visitor, or the path of this service to redirect to. */
type Show = (visitor: Visitor) => Promise<PageContent | AdminPage | string>

const pages: Readonly<Record<string, Show>> = {
  [paths.signIn]: showSignIn,
  [paths.signInLink]: showSignInLink,
  [paths.reauthenticate]: showReauthenticate,
  [paths.setup]: showSetup,
  [paths.invite]: showInvite,
  // Links from before the account was a screen of the admin.
  [paths.oldAccount]: async ({ caller }) => (caller === null ? signInFor(paths.account) : paths.account),
  [paths.admin]: (visitor) => showAdmin(visitor),
  [`${paths.admin}/*`]: (visitor) => showAdmin(visitor),
}

/** Mounts the pages for people and the files that they load. */
export function mountPages(app: FastifyInstance, dependencies: HttpDependencies): void {
  const { services, logRequest } = dependencies
  app.get<{ Params: { version: string; name: string } }>(
    `${assetsPath}/:version/:name`,
    async ({ params }, reply) => sendAsset(reply, params),
  )
  app.get<{ Params: { '*': string } }>(`${paths.admin}/assets/*`, async (request, reply) =>
    sendAdminFile(request, reply, request.params['*']),
  )
  app.addHook('onRoute', redirectBrowsersToPage)
  void app.register(async (scope) => {
    // Pages allow no CORS, even for origins that may read the API, because they show personal data.
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, cors: false }
    })
    scope.setErrorHandler((error, request, reply) => {
      logFailure(services.log, 'a page failed', { error, requestId: request.id })
      const failure = { requestId: request.id, isPassing: isUnavailable(error) }
      const content = failurePage(languageFor(request), failure)
      logRequest(request, content.status ?? 500)
      setRetryAfter(reply, content.status ?? 500)
      return sendPage(request, reply, { ...services.config, content })
    })
    for (const [url, show] of Object.entries(pages))
      scope.get(url, async (request, reply) => answer(dependencies, show, { request, reply }))
  })
}

async function answer(
  { services, logRequest }: HttpDependencies,
  show: Show,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply> {
  request.startedAt = performance.now()
  // Data has just arrived from the network, so the reads of this turn of the event loop can share a snapshot.
  services.database.readTogether()
  const query = request.query as Readonly<Record<string, string | string[] | undefined>>
  const outcome = await show({
    services,
    language: languageFor(request),
    caller: await callerOfSession(services, request),
    hasMail: services.config.smtpUrl !== null,
    path: request.url,
    query: (name) => [query[name]].flat()[0],
  })
  if (typeof outcome === 'string') {
    logRequest(request, 302)
    return reply.header('cache-control', 'private, no-store').redirect(outcome)
  }
  // Only the page of the admin has a build; it is sent with a policy of its own.
  const isAdmin = 'build' in outcome
  logRequest(request, isAdmin ? 200 : (outcome.status ?? 200))
  if (isAdmin) return sendAdmin(reply, outcome)
  return sendPage(request, reply, { ...services.config, content: outcome })
}

/**
 * Sends a file of the pages. A request from a page of another build names another version: it gets the file uncached.
 */
function sendAsset(reply: FastifyReply, { version, name }: { version: string; name: string }): FastifyReply {
  const asset = findAsset(name)
  if (asset === undefined) throw new OctavoError('NOT_FOUND', 'There is no such file.')
  return reply
    .headers({
      'content-type': asset.mediaType,
      'cache-control': version === assetsVersion ? 'public, max-age=31536000, immutable' : 'no-store',
    })
    .send(asset.bytes)
}

/** Redirects a person who opens an API address from a mail to the page that uses it, instead of sending JSON. */
function redirectBrowsersToPage(route: RouteOptions): void {
  if (route.url !== `${apiPath}/auth/magic-link/verify` || route.method !== 'GET') return
  const redirect = async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.headers.accept?.includes('text/html') !== true) return
    const { search } = new URL(request.url, 'http://localhost')
    return reply.header('cache-control', 'private, no-store').redirect(paths.signInLink + search)
  }
  route.onRequest = [redirect, route.onRequest ?? []].flat()
}
