import type { Services } from '../../core/context.ts'
import type { CallOutcome } from '../../platform/metrics/call-metrics.ts'
import type { Job } from '../../platform/jobs/repeating.ts'

/** A job whose runs are counted in the metrics and traced, under the name of the function that creates it. */
export function measuredJob(services: Services, create: (services: Services) => Job): Job {
  const job = create(services)
  const { tracer } = services
  const run: Job['run'] = (signal, number) =>
    tracer === null
      ? job.run(signal, number)
      : tracer.job(`job ${create.name}`, () => job.run(signal, number))
  return {
    ...job,
    run: async (signal, number) => {
      const startedAt = performance.now()
      let outcome: CallOutcome = 'failed'
      try {
        await run(signal, number)
        outcome = 'ok'
      } finally {
        services.metrics.jobs.record(create.name, outcome, performance.now() - startedAt)
      }
    },
  }
}
