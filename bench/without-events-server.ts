import { registerHooks } from 'node:module'

/** The same server without the log of events: the difference is the cost of the log. */
registerHooks({
  load: (url, context, next) =>
    /\/events\/record\.[tj]s$/.test(url)
      ? { format: 'module', shortCircuit: true, source: 'export const recordEvents = async () => undefined' }
      : next(url, context),
})
await import('./octavo-server.ts')
