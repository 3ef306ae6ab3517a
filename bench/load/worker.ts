import autocannon, { type Result } from 'autocannon'
import { requestOf } from './requests.ts'
import type { LoadOrder, LoadResult } from './workload.ts'

/** The client runs in a separate process, so that it can use another core than the servers. */
process.on('disconnect', () => process.exit(0))
process.on('message', async (order: LoadOrder) => process.send?.(await load(order)))
process.send?.('ready')

async function load({ url, token, connections, seconds, workload }: LoadOrder): Promise<LoadResult> {
  const times: number[] = []
  const before = process.cpuUsage()
  const beganAt = performance.now()
  const result = await new Promise<Result>((resolve, reject) => {
    const running = autocannon(
      {
        url,
        connections,
        duration: seconds,
        headers: {
          authorization: `Bearer ${token}`,
          ...(workload.kind !== 'get' && { 'content-type': 'application/json' }),
        },
        requests: [requestOf(workload)],
      },
      (error, done) => (error === null ? resolve(done) : reject(error)),
    )
    running.on('response', (_client, _status, _bytes, milliseconds: number) => times.push(milliseconds))
  })
  const isRevalidation = workload.kind === 'get' && workload.ifNoneMatch !== undefined
  const expected = isRevalidation ? result['3xx'] : 0
  const wall = (performance.now() - beganAt) * 1000
  const { user, system } = process.cpuUsage(before)
  times.sort((a, b) => a - b)
  return {
    requests: times.length,
    rps: times.length / result.duration,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    failures: result.non2xx - expected + result.errors + result.timeouts,
    clientBusy: (user + system) / wall,
  }
}

function percentile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}
