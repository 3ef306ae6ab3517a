import { OctavoError } from '../../platform/errors.ts'

/** The answer to a destructive call until it is confirmed. */
export interface Confirmation {
  readonly confirm: string
  readonly expiresAt: string
  /** what the call would do */
  readonly wouldDo: string
}

/** The confirmation that the error of a call asks for; null for all other errors. */
export function confirmationOf(error: unknown): Confirmation | null {
  if (!(error instanceof OctavoError) || error.details?.['reason'] !== 'confirmationNeeded') return null
  const { confirm, expiresAt, params } = error.details as Record<string, unknown>
  const { what } = params as { readonly what: string }
  return { confirm: String(confirm), expiresAt: String(expiresAt), wouldDo: what }
}

/** The result for a model. It is no failure, because the model can repeat the call with the confirmation. */
export function confirmationText(
  confirmation: Confirmation,
  args: Readonly<Record<string, unknown>>,
): string {
  const { confirm: _, ...call } = args
  return JSON.stringify({
    ...confirmation,
    call,
    notice:
      'Nothing was done yet. Ask the person you work for. If they agree, call the tool again with the same arguments and confirm.',
  })
}
