import type { Services } from '../context.ts'

/** how often each process looks what other processes have changed */
const interval = 1000

/** rounds between writing down when tokens were last used */
const roundsPerFlush = 30

/** Keeps what this process has in memory in step with what others write. */
export function startRefreshing(services: Services): { stop(): Promise<void> } {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let rounds = 0
  let running = Promise.resolve()

  const round = (): void => {
    rounds++
    running = refresh(services, rounds % roundsPerFlush === 0)
      .catch((error: unknown) =>
        services.log.warn({ err: error }, 'looking for changes of other processes failed'),
      )
      .then(() => {
        if (!isStopped) timer = setTimeout(round, interval)
      })
  }
  timer = setTimeout(round, interval)
  return {
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await running
      await services.tokens.flushUses()
    },
  }
}

async function refresh(services: Services, writesUses: boolean): Promise<void> {
  const { schema, tokens, plugins, limiter, clock } = services
  await schema.refresh()
  await plugins.refresh()
  await limiter.share(clock())
  if (writesUses) await tokens.flushUses()
}
