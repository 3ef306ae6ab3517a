import { leavingActions } from './actions/leaving.ts'
import { publishingActions } from './actions/publishing.ts'
import { timeActions } from './actions/times.ts'
import { useSteps } from './actions/use-steps.ts'
import { versionActions } from './actions/versions.ts'
import { useHiddenOriginal } from './translating/use-hidden-original.ts'

export type Actions = ReturnType<typeof useActions>

/** The actions on the item of an open editor; each one saves the draft first. */
export function useActions() {
  const steps = useSteps()
  const originalLocale = useHiddenOriginal()
  return {
    busy: steps.busy,
    ...publishingActions(steps),
    ...timeActions(steps, originalLocale),
    ...versionActions(steps),
    ...leavingActions(steps),
  }
}
