import { apiPath } from '@octavo/contract/rest'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { callerOfSession } from '../auth/sessions.ts'
import { OctavoError } from '../errors.ts'
import type { Doorway } from '../http/routes.ts'
import { showAccount } from './account.ts'
import { type AdminPage, sendAdmin, sendAdminFile, showAdmin } from './admin.ts'
import { assetsPath, assetsVersion, findAsset } from './assets.ts'
import { failurePage } from './failure.ts'
import { showInvite, showSetup } from './joining.ts'
import { languageFor, type PageContent, sendPage } from './layout.ts'
import { paths } from './paths.ts'
import { showSignIn, showSignInLink } from './sign-in.ts'
import type { Visitor } from './visitor.ts'

/** A page for a visitor, or the path of this service that they are to go to instead. */
type Show = (visitor: Visitor) => Promise<PageContent | AdminPage | string>

const pages: Readonly<Record<string, Show>> = {
  [paths.signIn]: showSignIn,
  [paths.signInLink]: showSignInLink,
  [paths.setup]: showSetup,
  [paths.invite]: showInvite,
  [paths.account]: showAccount,
  '/_cms': async () => paths.admin,
  [paths.admin]: (visitor) => showAdmin(visitor),
  [`${paths.admin}/*`]: (visitor) => showAdmin(visitor),
}

/** The pages for people, and what they load. */
export function mountPages(app: FastifyInstance, doorway: Doorway): void {
  const { services, logRequest } = doorway
  app.get<{ Params: { version: string; name: string } }>(
    `${assetsPath}/:version/:name`,
    async ({ params }, reply) => sendAsset(reply, params),
  )
  app.get<{ Params: { '*': string } }>(`${paths.admin}/assets/*`, async (request, reply) =>
    sendAdminFile(request, reply, request.params['*']),
  )
  app.addHook('onRoute', leadBrowsersToPage)
  void app.register(async (scope) => {
    // Whichever origins may read the API: what a page shows is for the person in front of it.
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, cors: false }
    })
    scope.setErrorHandler((error, request, reply) => {
      services.log.error({ requestId: request.id, err: error }, 'a page failed')
      logRequest(request, 500)
      return sendPage(request, reply, {
        ...services.config,
        content: failurePage(languageFor(request), request.id),
      })
    })
    for (const [url, show] of Object.entries(pages))
      scope.get(url, async (request, reply) => answer(doorway, show, { request, reply }))
  })
}

async function answer(
  { services, logRequest }: Doorway,
  show: Show,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply> {
  request.startedAt = performance.now()
  services.database.readTogether()
  const query = request.query as Readonly<Record<string, string | string[] | undefined>>
  const shown = await show({
    services,
    language: languageFor(request),
    caller: await callerOfSession(services, request),
    hasMail: services.config.smtpUrl !== null,
    path: request.url,
    query: (name) => [query[name]].flat()[0],
  })
  if (typeof shown === 'string') {
    logRequest(request, 302)
    return reply.header('cache-control', 'private, no-store').redirect(shown)
  }
  const isAdmin = 'build' in shown
  logRequest(request, isAdmin ? 200 : (shown.status ?? 200))
  if (isAdmin) return sendAdmin(reply, shown)
  return sendPage(request, reply, { ...services.config, content: shown })
}

/** What is asked for under another version comes from a page of another build: it gets ours, and must not keep it. */
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

/** A person who opens the address of a link in a browser gets a page that uses it, not an answer in JSON. */
function leadBrowsersToPage(route: RouteOptions): void {
  if (route.url !== `${apiPath}/auth/magic-link/verify` || route.method !== 'GET') return
  const lead = async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.headers.accept?.includes('text/html') !== true) return
    const { search } = new URL(request.url, 'http://localhost')
    return reply.header('cache-control', 'private, no-store').redirect(paths.signInLink + search)
  }
  route.onRequest = [lead, route.onRequest ?? []].flat()
}
