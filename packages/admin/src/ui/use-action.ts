import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { notifySuccess, notifyError } from './notify.tsx'

/** An action of a person that needs one click, such as deleting. */
interface Action {
  readonly run: () => Promise<unknown>
  /** the notification after success */
  readonly done: string
  /** query keys of stale data */
  readonly touches: readonly QueryKey[]
  readonly afterwards?: () => void
}

/**
 * Runs the action, notifies of the result, and refreshes the affected queries, also after a failure, because others may
 * have changed them.
 */
export function useAction() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ run }: Action) => run(),
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
