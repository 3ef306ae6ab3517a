import { oauthPaths } from '@octavo/contract/oauth'
import { operations } from '@octavo/contract/operations/registry'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { type Caller, strangerCaller } from '../caller.ts'
import { OctavoError } from '../errors.ts'
import { html } from '../html.ts'
import type { Doorway } from '../http/routes.ts'
import { invoke } from '../invoke.ts'
import type { PageContent } from '../pages/layout.ts'
import { formToken, isOwnForm } from './form-guard.ts'
import { aboutApp, decisionButtons, hiddenField, scopeChoices } from './page-parts.ts'
import {
  answerPage,
  messagePage,
  type PageVisit,
  personOf,
  refusalPage,
  type Shown,
  signInFirst,
} from './page-visit.ts'
import { inputFrom, type Parameters, parametersOf } from './parameters.ts'
import { oauthTexts } from './texts.ts'

const { considerAuthorization, approveAuthorization } = operations.oauth

type Considered = z.infer<typeof considerAuthorization.output>
type Consent = Extract<Considered, { outcome: 'consent' }>
type Failed = Extract<Considered, { outcome: 'failed' }>

/** What the form adds to the parameters of the app. */
const ofForm = ['approved', 'action', 'form_token']

/** The authorization endpoint (OAuth 2.1, 4.1): a person is asked, and the browser goes back to the app. */
export function mountAuthorizePage(scope: FastifyInstance, doorway: Doorway): void {
  scope.get(oauthPaths.authorize, (request, reply) =>
    answerPage(doorway, { request, reply }, (visit) => ask(visit, parametersOf(request.query))),
  )
  scope.post(oauthPaths.authorize, { bodyLimit: 65_536 }, (request, reply) =>
    answerPage(doorway, { request, reply }, decide),
  )
}

async function ask(visit: PageVisit, parameters: Parameters): Promise<Shown> {
  const { services, caller } = visit
  const considered = await consider(visit, requestOf(parameters))
  switch (considered.outcome) {
    case 'refused':
      return refused(visit, considered.reason)
    case 'redirect':
      return considered
    case 'failed':
      return failedPage(visit, considered)
    case 'signIn':
      return signInFirst(`${oauthPaths.authorize}?${queryOf(parameters)}`)
    case 'consent':
      return consentPage(visit, {
        consent: considered,
        parameters,
        person: await personOf(services, caller as Caller),
      })
  }
}

/** What the person said. The form is only what the browser sends: everything is checked anew. */
async function decide(visit: PageVisit): Promise<Shown> {
  const { services, request, caller, language } = visit
  const { approved, ...others } = (request.body ?? {}) as Record<string, unknown>
  const parameters = parametersOf(others)
  if (caller === null) return signInFirst(`${oauthPaths.authorize}?${queryOf(parameters)}`)
  const { form_token: token, action } = parameters.values
  if (!isOwnForm(services.config, request, token)) {
    const texts = oauthTexts[language]
    return messagePage({ title: texts.formTitle, status: 403 }, [texts.formLead])
  }
  const input = requestOf(parameters)
  if (action !== 'approve') return deny(visit, input)
  const result = (await invoke(services, {
    operation: approveAuthorization,
    caller,
    input: { ...input, approved: [approved ?? []].flat() },
  })) as z.infer<typeof approveAuthorization.output>
  return result.outcome === 'refused' ? refused(visit, result.reason) : result
}

async function deny(visit: PageVisit, input: Record<string, unknown>): Promise<Shown> {
  const considered = await consider(visit, input)
  if (considered.outcome === 'consent') return { location: considered.denial }
  if (considered.outcome === 'redirect' || considered.outcome === 'failed')
    return { location: considered.location }
  return refused(visit, considered.outcome === 'refused' ? considered.reason : '')
}

async function consider(
  { services, caller }: PageVisit,
  input: Record<string, unknown>,
): Promise<Considered> {
  return (await invoke(services, {
    operation: considerAuthorization,
    caller: caller ?? strangerCaller('rest'),
    input,
  })) as Considered
}

function refused({ language }: PageVisit, reason: string): PageContent {
  return refusalPage(language, new OctavoError('VALIDATION_ERROR', reason))
}

/** The app is told of its mistake if the person follows the link: it says where it leads. */
function failedPage(visit: PageVisit, { client, redirectUri, reason, location }: Failed): PageContent {
  const page = refused(visit, reason)
  const { backTo } = oauthTexts[visit.language]
  return {
    ...page,
    body: html`${page.body}
      <p>
        <a href="${location}" rel="noreferrer">${backTo(client.name)}</a> <code>${hostOf(redirectUri)}</code>
      </p>`,
  }
}

function requestOf(parameters: Parameters): Record<string, unknown> {
  const { repeated } = parameters
  return {
    ...inputFrom(parameters, considerAuthorization),
    repeated: repeated.filter((name) => !ofForm.includes(name)),
  }
}

interface ConsentToAsk {
  readonly consent: Consent
  readonly parameters: Parameters
  readonly person: { readonly name: string }
}

function consentPage(
  { services, request, language }: PageVisit,
  { consent, parameters, person }: ConsentToAsk,
): PageContent {
  const { client, redirectUri } = consent
  const texts = oauthTexts[language]
  const title = texts.consentTitle(client.name)
  return {
    title,
    person,
    // Browsers hold a form's policy against all that its answer leads to, and apps lead on to hosts of their own.
    formTargets: [new URL(redirectUri).protocol],
    body: html`<h1>${title}</h1>
      <p>${texts.consentLead(client.name)}</p>
      ${aboutApp(language, client)}
      <form method="post" action="${oauthPaths.authorize}">
        ${pairsOf(parameters).map(([name, value]) => hiddenField(name, value))}
        ${hiddenField('form_token', formToken(services.config, request))} ${scopeChoices(language, consent)}
        ${decisionButtons(language)}
      </form>
      <p class="quiet-text">${texts.returnsTo} <code>${hostOf(redirectUri)}</code></p>`,
  }
}

/** The parameters of the app, as the next request repeats them. */
function pairsOf({ values, resource }: Parameters): [string, string][] {
  const known = Object.keys(considerAuthorization.input.shape)
  const singles = Object.entries(values).filter(([name]) => known.includes(name))
  return [...singles, ...resource.map((value): [string, string] => ['resource', value])]
}

function queryOf(parameters: Parameters): string {
  return new URLSearchParams(pairsOf(parameters)).toString()
}

/** Where the browser goes, in as few words as identify it. */
function hostOf(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri)
  return protocol === 'https:' || protocol === 'http:' ? host : (redirectUri.split('?', 1)[0] ?? '')
}
