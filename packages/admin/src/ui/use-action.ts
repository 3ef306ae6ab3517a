import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { notifySuccess, notifyError } from './notify.tsx'

/** An action of a person that needs one click, such as deleting. */
interface Action {
  readonly run: () => Promise<unknown>
  /** the notification after success */
  readonly done: string
  /** the keys of the queries whose data the action changes */
  readonly touches: readonly QueryKey[]
  readonly afterwards?: () => void
}

/**
 * Returns the function that runs an action, notifies of its result, and refreshes the queries that it touches. They are
 * refreshed after a failure as well, because a change by others can be its cause.
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
