import { limits } from '@octavo/contract/limits'
import { oauthPaths } from '@octavo/contract/oauth'
import { operations } from '@octavo/contract/operations/registry'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Caller } from '../../core/caller.ts'
import { OctavoError } from '../../platform/errors.ts'
import { html } from '../../platform/html.ts'
import type { HttpDependencies } from '../rest/routes.ts'
import { invoke } from '../../core/invoke.ts'
import type { PageContent } from '../pages/layout.ts'
import { enforceAddressRate } from '../../core/rate-limit.ts'
import { chosenLimits, withoutLimits } from './chosen-limits.ts'
import { formToken, isOwnForm } from './form-guard.ts'
import { aboutApp, decisionButtons, hiddenField, limitChoices, scopeChoices } from './page-parts.ts'
import {
  answerPage,
  messagePage,
  type PageRequest,
  orReauthenticate,
  personOf,
  postPage,
  reauthenticateFirst,
  type PageResult,
  signInFirst,
} from './page-request.ts'
import { parametersOf } from './parameters.ts'
import { oauthTexts } from './texts.ts'

const { considerDevice, decideDevice } = operations.oauth

type Considered = z.infer<typeof considerDevice.output>

/** The page on which a person enters the code that an app shows, and decides about it (RFC 8628, 3.3). */
export function mountDevicePage(scope: FastifyInstance, dependencies: HttpDependencies): void {
  scope.get(oauthPaths.device, (request, reply) => answerPage(dependencies, { request, reply }, ask))
  postPage(scope, dependencies, { path: oauthPaths.device, limitedAs: 'device-decision', answer: decide })
}

async function ask(pageRequest: PageRequest): Promise<PageResult> {
  const { services, request, caller } = pageRequest
  const { user_code: code } = parametersOf(request.query).values
  if (caller === null) return signInFirst(pathFor(code))
  const person = await personOf(services, caller)
  if (code === undefined) return codePage(pageRequest, { person })
  await enforceGuessLimit(pageRequest)
  const considered = await orUnknown(
    async () =>
      (await invoke(services, {
        operation: considerDevice,
        caller,
        input: { user_code: code },
      })) as Considered,
  )
  if (considered === null)
    return codePage(pageRequest, {
      person,
      code,
      problem: oauthTexts[pageRequest.language].deviceUnknown,
    })
  const first = reauthenticateFirst(pageRequest, considered.scopes, pathFor(code))
  return first ?? decisionPage(pageRequest, { person, code, considered })
}

/** Handles the person's decision. Approval without a ticked scope is refused here, because it would grant nothing. */
async function decide(pageRequest: PageRequest): Promise<PageResult> {
  const { services, request, caller, language } = pageRequest
  const texts = oauthTexts[language]
  const { approved, ...others } = (request.body ?? {}) as Record<string, unknown>
  const { user_code: code, form_token: token, action } = parametersOf(withoutLimits(others)).values
  if (caller === null) return signInFirst(pathFor(code))
  if (!isOwnForm(services.config, request, token))
    return messagePage({ title: texts.formTitle, status: 403 }, [texts.formLead])
  // A form has one ticked box as a text, and several as a list.
  const scopes = [approved ?? []].flat()
  if (action === 'approve' && scopes.length === 0)
    return messagePage({ title: texts.nothingTitle, status: 400 }, [texts.nothing, backTo(pageRequest, code)])
  return orReauthenticate(pathFor(code), () =>
    submitDecision(pageRequest, caller, {
      user_code: code,
      action: action === 'approve' ? 'approve' : 'deny',
      ...(action === 'approve' && { scopes, ...chosenLimits(others) }),
    }),
  )
}

interface Decision {
  readonly user_code: string | undefined
  readonly action: 'approve' | 'deny'
  readonly scopes?: readonly unknown[]
  readonly collections?: unknown
}

/** Passes on a person's decision; returns the page with the result. */
async function submitDecision(
  pageRequest: PageRequest,
  caller: Caller,
  input: Decision,
): Promise<PageResult> {
  const { services, language } = pageRequest
  const texts = oauthTexts[language]
  const result = await orUnknown(
    async () =>
      (await invoke(services, { operation: decideDevice, caller, input })) as z.infer<
        typeof decideDevice.output
      >,
    // Without a choice of collections, only the code can be invalid.
    { countsInvalidAsUnknown: (input.collections ?? null) === null },
  )
  const person = await personOf(services, caller)
  if (result === null)
    return codePage(pageRequest, { person, code: input.user_code, problem: texts.deviceUnknown })
  const { name } = result.client
  return result.status === 'approved'
    ? { ...messagePage({ title: texts.approvedTitle }, [texts.approvedLead(name)]), person }
    : { ...messagePage({ title: texts.deniedTitle }, [texts.deniedLead(name)]), person }
}

/** Limits the attempts, because codes are short enough to guess. */
async function enforceGuessLimit({ services, request }: PageRequest): Promise<void> {
  await enforceAddressRate(services, {
    endpoint: 'device-decision',
    address: request.ip,
    limit: limits.addressRequests,
  })
}

/**
 * The result of work with a code; null if the code is unknown. Invalid input counts as an unknown code as well, unless
 * `countsInvalidAsUnknown` is false: then it is thrown, because it can be an invalid choice of collections.
 */
async function orUnknown<Result>(
  work: () => Promise<Result>,
  { countsInvalidAsUnknown = true } = {},
): Promise<Result | null> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof OctavoError)) throw error
    if (error.code === 'NOT_FOUND' || (error.code === 'VALIDATION_ERROR' && countsInvalidAsUnknown))
      return null
    throw error
  }
}

interface CodeToAsk {
  readonly person: { readonly name: string }
  /** the code that was entered before, to correct it */
  readonly code?: string | undefined
  /** why that code was refused */
  readonly problem?: string
}

function codePage({ language }: PageRequest, { person, code = '', problem }: CodeToAsk): PageContent {
  const texts = oauthTexts[language]
  return {
    title: texts.deviceTitle,
    person,
    ...(problem !== undefined && { status: 404 }),
    body: html`<h1>${texts.deviceTitle}</h1>
      <p>${texts.deviceLead}</p>
      ${problem === undefined ? '' : html`<p class="notice error" role="alert">${problem}</p>`}
      <form method="get" action="${oauthPaths.device}">
        <div class="field">
          <label for="user_code">${texts.deviceCode}</label>
          <input
            id="user_code"
            name="user_code"
            value="${code.slice(0, 20)}"
            required
            autocomplete="off"
            autocapitalize="characters"
            spellcheck="false"
            placeholder="XXXX-XXXX"
          />
        </div>
        <button class="primary">${texts.deviceNext}</button>
      </form>`,
  }
}

function decisionPage(
  { services, request, language }: PageRequest,
  { person, code, considered }: { person: { name: string }; code: string; considered: Considered },
): PageContent {
  const texts = oauthTexts[language]
  const { client } = considered
  const title = texts.consentTitle(client.name)
  return {
    title,
    person,
    body: html`<h1>${title}</h1>
      <p>${texts.consentLead(client.name)}</p>
      <p>${texts.deviceCompare}</p>
      <code class="big-code">${considered.userCode}</code>
      <p class="notice">${texts.deviceWarning}</p>
      ${aboutApp(language, client)}
      <form method="post" action="${oauthPaths.device}">
        ${hiddenField('user_code', code)} ${hiddenField('form_token', formToken(services.config, request))}
        ${scopeChoices(language, considered)} ${limitChoices(language, considered)}
        ${decisionButtons(language)}
      </form>`,
  }
}

function backTo({ language }: PageRequest, code: string | undefined): ReturnType<typeof html> {
  return html`<a href="${pathFor(code)}">${oauthTexts[language].deviceNext}</a>`
}

/** The path of this page, with the code if there is one, to come back to it. */
function pathFor(code: string | undefined): string {
  return code === undefined
    ? oauthPaths.device
    : `${oauthPaths.device}?${new URLSearchParams({ user_code: code }).toString()}`
}
