import type { LimitedEndpoint, Operation } from '@octavo/contract/define'
import { limits } from '@octavo/contract/limits'
import { deviceGrantType, oauthPaths } from '@octavo/contract/oauth'
import { operations } from '@octavo/contract/operations/registry'
import type { FastifyRequest } from 'fastify'
import { type Refusal, refuse } from '../../identity/grants/refusal.ts'
import { inputFrom, parametersOf } from './parameters.ts'

const { oauth } = operations

export interface Step {
  readonly operation: Operation
  readonly input: unknown
}

/** A protocol endpoint for programs, as defined by the RFCs. */
export interface Endpoint {
  readonly paths: readonly string[]
  readonly limitedAs: LimitedEndpoint
  /** status of success */
  readonly status: 200 | 201
  /** limit of the body, if it differs from that of other public requests */
  readonly maxBytes?: number
  /** the step that a request asks for, or the reason for refusal */
  readonly stepOf: (request: FastifyRequest) => Step | Refusal
}

/** The token endpoint's steps, by `grant_type`. */
const steps: Readonly<Record<string, Operation>> = {
  authorization_code: oauth.exchangeCode,
  refresh_token: oauth.refresh,
  [deviceGrantType]: oauth.exchangeDevice,
}

export const endpoints: readonly Endpoint[] = [
  { paths: [oauthPaths.token], limitedAs: 'token', status: 200, stepOf: tokenStep },
  {
    paths: [oauthPaths.deviceCode],
    limitedAs: 'device',
    status: 200,
    stepOf: (request) => formStep(request, oauth.startDevice),
  },
  {
    // The metadata names the first address; the second one is accepted as well.
    paths: [oauthPaths.revoke, `${oauthPaths.token}/revoke`],
    limitedAs: 'revocation',
    status: 200,
    stepOf: (request) => formStep(request, oauth.revoke),
  },
  {
    paths: [oauthPaths.register],
    limitedAs: 'registration',
    status: 201,
    maxBytes: limits.registrationBody,
    stepOf: ({ body }) =>
      typeof body === 'object' && body !== null && !Array.isArray(body)
        ? { operation: oauth.register, input: body }
        : refuse('invalid_client_metadata', 'The body must be a JSON object that describes the app.'),
  },
]

function tokenStep(request: FastifyRequest): Step | Refusal {
  const { grant_type: type } = parametersOf(request.body).values
  if (type === undefined) return refuse('invalid_request', 'The parameter grant_type is missing.')
  const operation = Object.hasOwn(steps, type) ? steps[type] : undefined
  if (operation === undefined)
    return refuse('unsupported_grant_type', `The grant_type must be one of ${Object.keys(steps).join(' ')}`)
  return formStep(request, operation)
}

function formStep({ body, headers }: FastifyRequest, operation: Operation): Step | Refusal {
  const parameters = parametersOf(body)
  const [repeated] = parameters.repeated
  if (repeated !== undefined)
    return refuse('invalid_request', `The parameter ${repeated.slice(0, 50)} must be given once.`)
  // Apps are public clients, which name themselves in the body (RFC 6749, 2.1).
  if (parameters.values['client_id'] === undefined && /^basic /i.test(headers.authorization ?? ''))
    return refuse('invalid_client', 'Apps have no secrets here: send client_id in the body.')
  return { operation, input: inputFrom(parameters, operation) }
}
