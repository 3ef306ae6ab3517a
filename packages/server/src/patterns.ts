import type { FieldEnvironment } from '@octavo/contract/fields/field-type'
import { RE2JS } from 're2js'

/** steps that matching may take: the size of the compiled pattern times the length of the text (about 0.04 s) */
const mostSteps = 2_000_000

/**
 * Patterns that users give run on an engine whose time grows with the text alone: no pattern can hang the server.
 * Look-around and back-references do not exist in it, and are refused when the pattern is set.
 */
export const fieldEnvironment: FieldEnvironment = {
  pattern(source) {
    const compiled = RE2JS.compile(source)
    return {
      matches: (text) => compiled.matcher(text).find(),
      longest: Math.floor(mostSteps / compiled.programSize()),
    }
  },
}
