import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { notifySuccess, notifyError } from './notify.tsx'

/** Something that a person does with one click, as deleting. */
interface Act {
  readonly run: () => Promise<unknown>
  /** the notification when it is done */
  readonly done: string
  /** query keys of stale data */
  readonly touches: readonly QueryKey[]
  readonly afterwards?: () => void
}

/** Runs the action, notifies of the result, and reloads what it touched, also after a failure, because others may have changed it. */
export function useAct() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ run }: Act) => run(),
    onSuccess: (_, { done, afterwards }) => {
      notifySuccess(done)
      afterwards?.()
    },
    onError: (error) => notifyError(error),
    onSettled: (_result, _error, { touches }) => {
      for (const queryKey of touches) void client.invalidateQueries({ queryKey })
    },
  }).mutate
}
