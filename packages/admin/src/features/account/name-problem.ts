import { limits } from '@octavo/contract/limits'
import i18next from 'i18next'
import { longerThan } from '../../ui/form/checks.ts'

/** The problem with the name of a passkey or a token. */
export function nameProblem(name: string): string | undefined {
  return name.trim() === '' ? i18next.t('forms:required') : longerThan(name.trim(), limits.credentialName)
}
