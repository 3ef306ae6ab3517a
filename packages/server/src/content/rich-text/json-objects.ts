import type { Token } from 'markdown-it'
import { parseExactJson } from '../../platform/exact-json.ts'
import { type Block, isObject } from './block.ts'

/** the language of a fence, and the text before a code span, that hold the JSON of a block or an inline object */
export const objectInfo = 'json:object'

/** limits of the damaged blocks that a refusal names, and of the characters quoted of each */
const maxDamages = 5
const maxQuoted = 40

/** The fenced JSON of a block that Markdown cannot express. */
export function fence(block: unknown): string {
  return `\`\`\`${objectInfo}\n${JSON.stringify(block)}\n\`\`\``
}

/** Parses JSON in Markdown and collects what is damaged. */
export class JsonObjects {
  readonly #damages: string[] = []

  /** The object; for damaged JSON an empty one, and `damages` names the place. */
  read(json: string, line: Token['map']): Block {
    const object = parsed(json)
    if (object !== null) return object
    const place = line === null ? '' : ` in line ${line[0] + 1}`
    const quoted = json.length > maxQuoted ? `${json.slice(0, maxQuoted)}…` : json
    this.#damages.push(
      `the block after "${objectInfo}"${place} is not a JSON object with a "_type": ${JSON.stringify(quoted)}`,
    )
    return {}
  }

  /** What is damaged, for people; empty if nothing is. */
  get damages(): string {
    return this.#damages.slice(0, maxDamages).join('; ')
  }
}

function parsed(json: string): Block | null {
  try {
    const value = parseExactJson(json)
    return isObject(value) && typeof value['_type'] === 'string' && value['_type'] !== '' ? value : null
  } catch {
    return null
  }
}
