import type { LimitedEndpoint } from '@octavo/contract/define'
import { limits } from '@octavo/contract/limits'
import { operations } from '@octavo/contract/operations/registry'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isRecent } from '../../core/recent-authentication.ts'
import { callerOfSession } from '../../identity/sign-in/sessions.ts'
import type { Caller } from '../../core/caller.ts'
import type { Services } from '../../core/context.ts'
import { isRefusal, isUnavailable, OctavoError } from '../../platform/errors.ts'
import { type Content, html } from '../../platform/html.ts'
import { frameworkError, setRetryAfter } from '../rest/errors.ts'
import type { HttpDependencies } from '../rest/routes.ts'
import { invoke } from '../../core/invoke.ts'
import { logFailure } from '../../platform/log.ts'
import { failurePage } from '../pages/failure.ts'
import type { Language } from '../pages/language.ts'
import { languageFor, type PageContent, sendPage } from '../pages/layout.ts'
import { enforceAddressRate } from '../../core/rate-limit.ts'
import { reauthenticateFor } from '../pages/paths.ts'
import { timeText } from '../../platform/time-text.ts'
import { oauthTexts } from './texts.ts'

/** A browser's request for one of these pages. */
export interface PageRequest {
  readonly services: Services
  readonly request: FastifyRequest
  readonly language: Language
  /** the signed-in person */
  readonly caller: Caller | null
}

/** A page, or a redirect to this service or to an address that an app has registered. */
export type PageResult = PageContent | { readonly location: string }

/** Responds to a browser, always with a page, which is never cached. */
export async function answerPage(
  { services, logRequest }: HttpDependencies,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  show: (pageRequest: PageRequest) => Promise<PageResult>,
): Promise<FastifyReply> {
  request.startedAt = performance.now()
  const language = languageFor(request)
  const result = await shownOrFailed(services, { request, language }, async (pageRequest) =>
    serialised(await show(pageRequest)),
  )
  if ('location' in result) {
    // 303 makes the browser use GET after a form (RFC 9700, 4.12).
    const status = request.method === 'POST' ? 303 : 302
    logRequest(request, status)
    return reply.header('cache-control', 'no-store').redirect(result.location, status)
  }
  logRequest(request, result.status ?? 200)
  setRetryAfter(reply, result.status ?? 200)
  return sendPage(request, reply, { ...services.config, content: result })
}

interface PostedPage {
  readonly path: string
  readonly limitedAs: LimitedEndpoint
  readonly answer: (pageRequest: PageRequest) => Promise<PageResult>
}

/** Mounts the handler of a page's form. Rate limits apply before the form is read; refusals are pages too. */
export function postPage(
  scope: FastifyInstance,
  dependencies: HttpDependencies,
  { path, limitedAs: endpoint, answer }: PostedPage,
): void {
  scope.post(path, {
    bodyLimit: limits.pageForm,
    config: { isPublic: true },
    errorHandler: async (error, request, reply) => {
      // The framework itself refuses some requests, such as a body that is too large.
      const shown = error instanceof OctavoError ? error : (frameworkError(error, request) ?? error)
      await answerPage(dependencies, { request, reply }, async () => {
        throw shown
      })
    },
    onRequest: ({ ip: address }) =>
      enforceAddressRate(dependencies.services, { endpoint, address, limit: limits.addressRequests }),
    handler: (request, reply) => answerPage(dependencies, { request, reply }, answer),
  })
}

/**
 * The result, with the address of a redirect in the form of a header (printable ASCII). Throws if a path does not fit;
 * it does so here, where the caller still shows an error as a page.
 */
function serialised(result: PageResult): PageResult {
  if (!('location' in result)) return result
  const { location } = result
  // An address of an app; one that starts with a slash is a path of this service.
  if (!location.startsWith('/')) return { location: new URL(location).href }
  if (/^[!-~]+$/.test(location)) return result
  throw new Error('The address to go to does not fit into a header.')
}

/** The page or redirect, or the page of the failure. */
async function shownOrFailed(
  services: Services,
  { request, language }: Pick<PageRequest, 'request' | 'language'>,
  show: (pageRequest: PageRequest) => Promise<PageResult>,
): Promise<PageResult> {
  try {
    const caller = await callerOfSession(services, request)
    return await show({ services, request, language, caller })
  } catch (error) {
    if (isRefusal(error)) return refusalPage(language, error)
    logFailure(services.log, 'a page failed', { error, requestId: request.id })
    if (isUnavailable(error)) return failurePage(language, { requestId: request.id, isPassing: true })
    const texts = oauthTexts[language]
    return messagePage({ title: texts.failedTitle, status: 500 }, [texts.failedLead, request.id])
  }
}

/** The page of a refusal. The person is not redirected to the app, because the redirect target is not verified. */
export function refusalPage(language: Language, { code, status, message }: OctavoError): PageContent {
  const texts = oauthTexts[language]
  if (code === 'RATE_LIMITED') return messagePage({ title: texts.limitedTitle, status }, [texts.limitedLead])
  return {
    title: texts.refusedTitle,
    status,
    body: html`<h1>${texts.refusedTitle}</h1>
      <p>${texts.refusedLead}</p>
      <p class="notice error" lang="en">${message}</p>`,
  }
}

/** A page with a title and a few sentences. */
export function messagePage(
  about: { readonly title: string; readonly status?: number },
  paragraphs: readonly Content[],
): PageContent {
  return {
    ...about,
    body: html`<h1>${about.title}</h1>
      ${paragraphs.map((text) => html`<p>${text}</p>`)}`,
  }
}

/** A redirect to the sign-in that returns here. */
export function signInFirst(path: string): { readonly location: string } {
  // The sign-in could not return to a longer path.
  if (path.length > limits.returnPath)
    throw new OctavoError(
      'VALIDATION_ERROR',
      `The request of the app is too long: at most ${limits.returnPath} characters are allowed.`,
    )
  return { location: `/_cms/sign-in?${new URLSearchParams({ return: path }).toString()}` }
}

/**
 * A redirect to authenticate again before the scope `admin` is granted; null if `admin` is not granted or the person
 * has authenticated recently.
 */
export function reauthenticateFirst(
  { services, caller }: PageRequest,
  scopes: readonly unknown[],
  path: string,
): { readonly location: string } | null {
  if (caller === null || !scopes.includes('admin')) return null
  if (isRecent({ caller, now: timeText(services.clock()) })) return null
  return { location: reauthenticateFor(path) }
}

/**
 * Performs the action of a form. If it needs a recent authentication, redirects to it; the person then returns to
 * `path`.
 */
export async function orReauthenticate(path: string, work: () => Promise<PageResult>): Promise<PageResult> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof OctavoError) || error.code !== 'REAUTHENTICATION_REQUIRED') throw error
    return { location: reauthenticateFor(path) }
  }
}

/** The signed-in person, as the page shows them. */
export async function personOf(services: Services, caller: Caller): Promise<{ readonly name: string }> {
  const { item } = (await invoke(services, { operation: operations.auth.me, caller, input: {} })) as {
    item: { name: string | null; email: string }
  }
  return { name: item.name ?? item.email }
}
