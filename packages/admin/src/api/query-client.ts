import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isFailure, isPassing } from './failures.ts'
import { tellSessionOver } from './session-end.ts'

/** How often a read is tried again when the service gives no answer or a passing failure. */
const retries = 2
/** milliseconds before the first of them, which double with each */
const firstPause = 500

function noticeEnd(error: unknown): void {
  if (isFailure(error, 401)) tellSessionOver()
}

/** What has been read, shared by all screens; a screen that is shown again asks anew behind what it shows at once. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeEnd }),
  mutationCache: new MutationCache({ onError: noticeEnd }),
  defaultOptions: {
    queries: {
      staleTime: 5000,
      retryDelay: (count) => firstPause * 2 ** count,
      retry: (count, error) => count < retries && isPassing(error),
      // The banner says that the service cannot be reached; a query that waits in silence would say nothing.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})
