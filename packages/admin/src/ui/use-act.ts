import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { tellDone, tellFailure } from './notify.tsx'

/** Something that a person does with one click, as deleting. */
interface Act {
  readonly run: () => Promise<unknown>
  /** what is told when it is done */
  readonly done: string
  /** keys of what is no more as it was read */
  readonly touches: readonly QueryKey[]
  readonly afterwards?: () => void
}

/** Does it, tells how it went, and has what it touched read anew, for a failure may mean that others were faster. */
export function useAct() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ run }: Act) => run(),
    onSuccess: (_, { done, afterwards }) => {
      tellDone(done)
      afterwards?.()
    },
    onError: (error) => tellFailure(error),
    onSettled: (_result, _error, { touches }) => {
      for (const queryKey of touches) void client.invalidateQueries({ queryKey })
    },
  }).mutate
}
