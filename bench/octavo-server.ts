import { readConfig } from '@octavo/server/config'
import { serve } from '@octavo/server/main'
import { answerParent } from './servers/answer-parent.ts'

/** Octavo as it is served; it also answers requests of the bench that started it. */
await serve(readConfig(process.env), { announce: () => undefined, isFirst: false })
answerParent()
