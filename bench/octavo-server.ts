import { boundYoungGeneration } from '@octavo/server/platform/young-generation'
import { answerParent } from './servers/answer-parent.ts'

// As the command does, before the modules of the service are loaded.
boundYoungGeneration()
const { readConfig } = await import('@octavo/server/config')
const { serve } = await import('@octavo/server/main')

/** Octavo as it is served; it also answers requests of the bench that started it. */
await serve(readConfig(process.env), { announce: () => undefined, isFirst: false })
answerParent()
