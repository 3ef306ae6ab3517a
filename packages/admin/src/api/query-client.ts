import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isFailure, isPassing } from './failures.ts'
import { notifySessionEnded } from './session-end.ts'

/** How often a read is retried when the service gives no answer or a passing failure. */
const retries = 2
/** milliseconds before the first of them, which double with each */
const firstPause = 500

function noticeEnd(error: unknown): void {
  if (isFailure(error, 401)) notifySessionEnded()
}

/** The query cache of all screens; a screen shows cached data and reads it again in the background. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeEnd }),
  mutationCache: new MutationCache({ onError: noticeEnd }),
  defaultOptions: {
    queries: {
      staleTime: 5000,
      retryDelay: (count) => firstPause * 2 ** count,
      retry: (count, error) => count < retries && isPassing(error),
      // The banner says that the service cannot be reached; a query that waits silently would say nothing.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})
