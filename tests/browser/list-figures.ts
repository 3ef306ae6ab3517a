import type { CDPSession, Page } from 'playwright-core'

/** Slows the processor of a page as the figures of the admin ask for. */
export async function slowedFourTimes(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return session
}

interface Task {
  readonly name: string
  readonly pid: number
  readonly tid: number
  readonly ph: string
  readonly dur?: number
  readonly args?: { readonly name?: string }
}

/** The longest task of the page's main thread while something happens, in milliseconds; the browser traces it. */
export async function longestTask(session: CDPSession, work: () => Promise<unknown>): Promise<number> {
  const events: Task[] = []
  const collect = ({ value }: { value: unknown[] }) => void events.push(...(value as Task[]))
  session.on('Tracing.dataCollected', collect)
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'devtools.timeline'] },
  })
  await work()
  await session.send('Tracing.end')
  await complete
  session.off('Tracing.dataCollected', collect)
  const main = events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
  const tasks = events.filter(
    ({ name, pid, tid }) =>
      name.endsWith('RunTask') && main.some((thread) => thread.pid === pid && thread.tid === tid),
  )
  return Math.max(0, ...tasks.map(({ dur = 0 }) => dur)) / 1000
}
