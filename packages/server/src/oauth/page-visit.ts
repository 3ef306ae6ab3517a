import { operations } from '@octavo/contract/operations/registry'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { callerOfSession } from '../auth/sessions.ts'
import type { Caller } from '../caller.ts'
import type { Services } from '../context.ts'
import { OctavoError } from '../errors.ts'
import { type Content, html } from '../html.ts'
import type { Doorway } from '../http/routes.ts'
import { invoke } from '../invoke.ts'
import type { Language } from '../pages/language.ts'
import { languageFor, type PageContent, sendPage } from '../pages/layout.ts'
import { oauthTexts } from './texts.ts'

/** One request of a browser for a page of this door. */
export interface PageVisit {
  readonly services: Services
  readonly request: FastifyRequest
  readonly language: Language
  /** who is signed in */
  readonly caller: Caller | null
}

/** A page, or an address to go to: of this service, or one that an app has registered. */
export type Shown = PageContent | { readonly location: string }

/** Answers a browser: with a page whatever happens, and never twice the same. */
export async function answerPage(
  { services, logRequest }: Doorway,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  show: (visit: PageVisit) => Promise<Shown>,
): Promise<FastifyReply> {
  request.startedAt = performance.now()
  const language = languageFor(request)
  const shown = await shownOr(services, { request, language }, async (visit) => serialised(await show(visit)))
  if ('location' in shown) {
    // After a form the browser must ask the next page with GET (RFC 9700, 4.12).
    const status = request.method === 'POST' ? 303 : 302
    logRequest(request, status)
    return reply.header('cache-control', 'no-store').redirect(shown.location, status)
  }
  logRequest(request, shown.status ?? 200)
  if (shown.status === 429) reply.header('retry-after', '60')
  return sendPage(request, reply, { ...services.config, content: shown })
}

/** Headers hold printable ASCII alone: an address that cannot be written so is found out where failures are caught. */
function serialised(shown: Shown): Shown {
  if (!('location' in shown)) return shown
  const { location } = shown
  if (!location.startsWith('/')) return { location: new URL(location).href }
  if (/^[!-~]+$/.test(location)) return shown
  throw new Error('The address to go to does not fit into a header.')
}

async function shownOr(
  services: Services,
  { request, language }: Pick<PageVisit, 'request' | 'language'>,
  show: (visit: PageVisit) => Promise<Shown>,
): Promise<Shown> {
  try {
    const caller = await callerOfSession(services, request)
    return await show({ services, request, language, caller })
  } catch (error) {
    if (error instanceof OctavoError && error.status < 500) return refusalPage(language, error)
    services.log.error({ requestId: request.id, err: error }, 'a page failed')
    const texts = oauthTexts[language]
    return messagePage({ title: texts.failedTitle, status: 500 }, [texts.failedLead, request.id])
  }
}

/** What cannot be answered is told to the person: nobody knows whose address a redirect would lead to. */
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

/** Where to sign in, to come back here. */
export function signInFirst(path: string): { readonly location: string } {
  return { location: `/_cms/sign-in?${new URLSearchParams({ return: path }).toString()}` }
}

/** Who the page says is signed in. */
export async function personOf(services: Services, caller: Caller): Promise<{ readonly name: string }> {
  const { item } = (await invoke(services, { operation: operations.auth.me, caller, input: {} })) as {
    item: { name: string | null; email: string }
  }
  return { name: item.name ?? item.email }
}
