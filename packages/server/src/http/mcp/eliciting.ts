import type { IncomingHttpHeaders } from 'node:http'
import { inputRequired, inputResponse, type InputRequiredResult } from '@modelcontextprotocol/server'
import type { Arguments } from './arguments.ts'
import type { Confirmation } from './confirming.ts'
import { modernRevision } from './revisions.ts'

const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities'
const question = 'confirm'

/** The parameters that a client adds when it repeats a call with the answer of the person. */
interface Retry {
  readonly inputResponses?: unknown
  readonly requestState?: unknown
}

/** The answer of a person through their client: none yet, a refusal, or consent with the token of the confirmation. */
export type Elicited =
  | { readonly kind: 'none' }
  | { readonly kind: 'declined' }
  | { readonly kind: 'accepted'; readonly confirm: string }

/**
 * Whether the client can show questions to the person. Without sessions only the newer revision of the protocol allows
 * it.
 */
export function canElicit(headers: IncomingHttpHeaders, params: Arguments): boolean {
  if (headers['mcp-protocol-version'] !== modernRevision) return false
  const meta = Object(params['_meta']) as Arguments
  return (Object(meta[capabilitiesKey]) as { elicitation?: unknown }).elicitation !== undefined
}

/**
 * Asks the person, through the client, to confirm a destructive call. The client sends the confirmation back with the
 * answer, as `requestState`.
 */
export function elicitConfirmation({ confirm, wouldDo }: Confirmation, args: Arguments): InputRequiredResult {
  // The person sees the arguments, without a token of an earlier attempt.
  const { confirm: _, ...call } = args
  const inputRequest = inputRequired.elicit({
    mode: 'form',
    message: `${wouldDo}? ${JSON.stringify(call).slice(0, 500)}`,
    requestedSchema: {
      type: 'object',
      properties: { [question]: { type: 'boolean', title: 'Do it' } },
      required: [question],
    },
  })
  return inputRequired({ inputRequests: { [question]: inputRequest }, requestState: confirm })
}

/** Reads the person's answer from the repeated call. */
export function elicited({ inputResponses, requestState }: Retry): Elicited {
  const answer = inputResponse(inputResponses as never, question)
  if (answer.kind !== 'elicit') return { kind: 'none' }
  const agreed = answer.action === 'accept' && answer.content?.[question] === true
  return agreed && typeof requestState === 'string'
    ? { kind: 'accepted', confirm: requestState }
    : { kind: 'declined' }
}

/** the result of a call that the person refused */
export const declinedText =
  'The person refused. Nothing was done; do not try it again unless they ask for it.'
