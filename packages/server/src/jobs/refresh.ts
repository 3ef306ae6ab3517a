import type { Services } from '../context.ts'
import type { Job } from './repeating.ts'

/** rounds between writing down when tokens were last used */
const roundsPerFlush = 30

/** Keeps what this process has in memory in step with what others write. */
export function refresh(services: Services): Job {
  const { schema, tokens, plugins, limiter, indexer, clock } = services
  return {
    interval: 1000,
    complaint: 'looking for changes of other processes failed',
    // The next look is a second away, and sees all that this one has missed.
    severity: 'warn',
    run: async (_signal, number) => {
      await schema.refresh()
      await plugins.refresh()
      await limiter.share(clock())
      await indexer.catchUp()
      if ((number + 1) % roundsPerFlush === 0) await tokens.flushUses()
    },
    atEnd: () => tokens.flushUses(),
  }
}
