import { brokenAt } from '../../platform/errors.ts'
import { isRecognisable, sniff } from './sniffing.ts'
import { isSameType, isTextual, mayBeText, mayHold, plainType } from './type-names.ts'

/**
 * The type of a file from its bytes and the declared type. Throws VALIDATION_ERROR if they contradict each other,
 * because programs rely on the declared type.
 */
export async function mediaTypeOf(path: string, declaredName: string): Promise<string> {
  const declared = plainType(declaredName)
  const isUndeclared = declared === 'application/octet-stream'
  const { type: found, isText, isJson } = await sniff(path)
  if (found !== null && (isUndeclared || isSameType(found, declared))) return found
  // If true, every file of the declared type would have been recognised by its bytes.
  const hasOwnBytes = await isRecognisable(declared)
  if (isConsistent()) return declared
  throw contradiction(declared, found ?? 'something else')

  /** Whether a file of the declared type can have these bytes. */
  function isConsistent(): boolean {
    if (found === null) return !hasOwnBytes && !isTextual(declared)
    if (mayHold(found, declared, hasOwnBytes)) return true
    // A type that is recognised by its bytes is no text, except for types of audio: playlists have these, and are text.
    return isText && mayBeText(found, declared, isJson) && (!hasOwnBytes || declared.startsWith('audio/'))
  }
}

function contradiction(declared: string, found: string): Error {
  return brokenAt('file', 'otherBytes', { declared, found })
}
