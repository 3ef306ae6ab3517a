import { oauthPaths } from '@octavo/contract/oauth'
import { operations } from '@octavo/contract/operations/registry'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { type Caller, anonymousCaller } from '../../core/caller.ts'
import { OctavoError } from '../../platform/errors.ts'
import { html } from '../../platform/html.ts'
import type { HttpDependencies } from '../rest/routes.ts'
import { invoke } from '../../core/invoke.ts'
import type { PageContent } from '../pages/layout.ts'
import { chosenLimits, withoutLimits } from './chosen-limits.ts'
import { formToken, isOwnForm } from './form-guard.ts'
import { aboutApp, decisionButtons, hiddenField, limitChoices, scopeChoices } from './page-parts.ts'
import {
  answerPage,
  messagePage,
  orReauthenticate,
  type PageRequest,
  personOf,
  postPage,
  reauthenticateFirst,
  refusalPage,
  type PageResult,
  signInFirst,
} from './page-request.ts'
import { inputFrom, type Parameters, parametersOf } from './parameters.ts'
import { oauthTexts } from './texts.ts'

const { considerAuthorization, approveAuthorization } = operations.oauth

/**
 * The result of checking the request of an app. Its `outcome` is `refused`, an error that only the person sees, because
 * the redirect address may not belong to the app; `failed`, an error that the person can pass on to the app by a link;
 * `redirect`; `signIn`; or `consent`, the question to the person.
 */
type Considered = z.infer<typeof considerAuthorization.output>
type Consent = Extract<Considered, { outcome: 'consent' }>
type Failed = Extract<Considered, { outcome: 'failed' }>

/** the parameters that the form adds to those of the app */
const formParameters = ['approved', 'action', 'form_token']

/** The authorization endpoint (OAuth 2.1, 4.1): asks the person for consent and redirects the browser to the app. */
export function mountAuthorizePage(scope: FastifyInstance, dependencies: HttpDependencies): void {
  scope.get(oauthPaths.authorize, (request, reply) =>
    answerPage(dependencies, { request, reply }, (pageRequest) =>
      ask(pageRequest, parametersOf(request.query)),
    ),
  )
  postPage(scope, dependencies, { path: oauthPaths.authorize, limitedAs: 'authorization', answer: decide })
}

async function ask(pageRequest: PageRequest, parameters: Parameters): Promise<PageResult> {
  const { services, caller } = pageRequest
  const considered = await consider(pageRequest, requestOf(parameters))
  switch (considered.outcome) {
    case 'refused':
      return refused(pageRequest, considered.reason)
    case 'redirect':
      return considered
    case 'failed':
      return failedPage(pageRequest, considered)
    case 'signIn':
      return signInFirst(pathOf(parameters))
    case 'consent':
      // Granting the scope `admin` needs a recent authentication.
      return (
        reauthenticateFirst(pageRequest, considered.scopes, pathOf(parameters)) ??
        consentPage(pageRequest, {
          consent: considered,
          parameters,
          person: await personOf(services, caller as Caller),
        })
      )
  }
}

/** Handles the person's decision. All parameters are validated again, because the form comes from the browser. */
async function decide(pageRequest: PageRequest): Promise<PageResult> {
  const { services, request, caller, language } = pageRequest
  const { approved, ...others } = (request.body ?? {}) as Record<string, unknown>
  const parameters = parametersOf(withoutLimits(others))
  if (caller === null) return signInFirst(pathOf(parameters))
  const { form_token: token, action } = parameters.values
  if (!isOwnForm(services.config, request, token)) {
    const texts = oauthTexts[language]
    return messagePage({ title: texts.formTitle, status: 403 }, [texts.formLead])
  }
  const input = requestOf(parameters)
  if (action !== 'approve') return deny(pageRequest, input)
  return orReauthenticate(pathOf(parameters), async () => {
    const result = (await invoke(services, {
      operation: approveAuthorization,
      caller,
      // A form has one ticked box as a text, and several as a list.
      input: { ...input, approved: [approved ?? []].flat(), ...chosenLimits(others) },
    })) as z.infer<typeof approveAuthorization.output>
    return result.outcome === 'refused' ? refused(pageRequest, result.reason) : result
  })
}

/** Redirects to the app with the refusal of the person or, if its request is invalid, with that error. */
async function deny(pageRequest: PageRequest, input: Record<string, unknown>): Promise<PageResult> {
  const considered = await consider(pageRequest, input)
  if (considered.outcome === 'consent') return { location: considered.denial }
  if (considered.outcome === 'redirect' || considered.outcome === 'failed')
    return { location: considered.location }
  // The outcome `signIn` cannot occur, because the person is signed in.
  return refused(pageRequest, considered.outcome === 'refused' ? considered.reason : '')
}

/** Validates the request of an app, for a person who may not be signed in yet. */
async function consider(
  { services, caller }: PageRequest,
  input: Record<string, unknown>,
): Promise<Considered> {
  return (await invoke(services, {
    operation: considerAuthorization,
    caller: caller ?? anonymousCaller('rest'),
    input,
  })) as Considered
}

function refused({ language }: PageRequest, reason: string): PageContent {
  return refusalPage(language, new OctavoError('VALIDATION_ERROR', reason))
}

/** A page with a link that reports the error to the app and shows where it leads. */
function failedPage(
  pageRequest: PageRequest,
  { client, redirectUri, reason, location }: Failed,
): PageContent {
  const page = refused(pageRequest, reason)
  const { backTo } = oauthTexts[pageRequest.language]
  return {
    ...page,
    body: html`${page.body}
      <p>
        <a href="${location}" rel="noreferrer">${backTo(client.name)}</a> <code>${hostOf(redirectUri)}</code>
      </p>`,
  }
}

/** The input of the operations: the request of the app. */
function requestOf(parameters: Parameters): Record<string, unknown> {
  const { repeated } = parameters
  return {
    ...inputFrom(parameters, considerAuthorization),
    repeated: repeated.filter((name) => !formParameters.includes(name)),
  }
}

interface ConsentToAsk {
  readonly consent: Consent
  readonly parameters: Parameters
  readonly person: { readonly name: string }
}

function consentPage(
  { services, request, language }: PageRequest,
  { consent, parameters, person }: ConsentToAsk,
): PageContent {
  const { client, redirectUri } = consent
  const texts = oauthTexts[language]
  const title = texts.consentTitle(client.name)
  return {
    title,
    person,
    // Browsers apply the form-action policy to redirects too, and apps may redirect to other hosts.
    formTargets: [new URL(redirectUri).protocol],
    body: html`<h1>${title}</h1>
      <p>${texts.consentLead(client.name)}</p>
      ${aboutApp(language, client)}
      <form method="post" action="${oauthPaths.authorize}">
        ${pairsOf(parameters).map(([name, value]) => hiddenField(name, value))}
        ${hiddenField('form_token', formToken(services.config, request))} ${scopeChoices(language, consent)}
        ${limitChoices(language, consent)} ${decisionButtons(language)}
      </form>
      <p class="quiet-text">${texts.returnsTo} <code>${hostOf(redirectUri)}</code></p>`,
  }
}

/** The parameters of the app, to repeat them in the next request. */
function pairsOf({ values, resource }: Parameters): [string, string][] {
  const known = Object.keys(considerAuthorization.input.shape)
  const singles = Object.entries(values).filter(([name]) => known.includes(name))
  return [...singles, ...resource.map((value): [string, string] => ['resource', value])]
}

/** The path of this page with the parameters of the app, to come back to it. */
function pathOf(parameters: Parameters): string {
  return `${oauthPaths.authorize}?${new URLSearchParams(pairsOf(parameters))}`
}

/** A short form of the redirect target that identifies it. */
function hostOf(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri)
  return protocol === 'https:' || protocol === 'http:' ? host : (redirectUri.split('?', 1)[0] ?? '')
}
