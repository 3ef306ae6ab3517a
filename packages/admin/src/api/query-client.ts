import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isFailure, isPassing } from './failures.ts'
import { notifySessionEnded } from './session-end.ts'

/** number of retries of a query after no response or a temporary failure */
const mostRetries = 2
/** milliseconds before the first retry; the pause doubles with each */
const firstPause = 500

function noticeSessionEnd(error: unknown): void {
  if (isFailure(error, 401)) notifySessionEnded()
}

/** The query cache of all screens: a screen shows cached data and refreshes it in the background. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeSessionEnd }),
  mutationCache: new MutationCache({ onError: noticeSessionEnd }),
  defaultOptions: {
    queries: {
      // milliseconds
      staleTime: 5000,
      retryDelay: (count) => firstPause * 2 ** count,
      retry: (count, error) => count < mostRetries && isPassing(error),
      // Queries run even if the browser reports that it is offline: paused queries would show no failure.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})
