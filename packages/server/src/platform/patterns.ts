import type { FieldEnvironment } from '@octavo/contract/fields/field-type'
import { RE2JS } from 're2js'

/** limit of matching steps: size of the compiled pattern times length of the text (about 0.04 s) */
const maxSteps = 2_000_000

/**
 * User-defined patterns run on a linear-time engine, so that no pattern can block the server. The engine has no
 * look-around and no back-references, so they are refused when the pattern is saved.
 */
export const fieldEnvironment: FieldEnvironment = {
  pattern(source) {
    const compiled = RE2JS.compile(source)
    return {
      matches: (text) => compiled.matcher(text).find(),
      longest: Math.floor(maxSteps / compiled.programSize()),
    }
  },
}
