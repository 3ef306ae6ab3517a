import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { Database } from '../../platform/database/database.ts'
import { SharedSecret } from '../../platform/shared-secret.ts'
import { type Position, positionText } from './position.ts'

declare module '../../core/context.ts' {
  interface Services {
    readonly eventPositions: EventPositions
  }
}

/**
 * The form of positions in the log for a reader: plain, or encrypted. A position is the id of an event, and a cursor
 * after which a reader continues.
 */
export interface PositionForm {
  /** deterministic, because the result is the id of an event */
  id(position: Position): string
  /** can differ each time; a reader gets it back as a position to continue after */
  cursor(position: Position): string
}

/** The form for readers who may read all events: plain numbers. */
export const plainForm: PositionForm = { id: positionText, cursor: positionText }

const cipher = 'aes-256-ctr'
const ivLength = 16

/** characters to which a position is padded before it is encrypted, so that its length reveals nothing */
const sealedLength = 48

/**
 * The form for readers who get only some of the events. Positions are encrypted, because numbers that rise with every
 * hidden save would reveal that drafts exist. Two cursors for one position differ.
 */
class SealedForm implements PositionForm {
  readonly #macKey: Buffer
  readonly #key: Buffer

  constructor(secret: string) {
    const keyFor = (use: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', `octavo ${use}`, 32))
    this.#macKey = keyFor('event mac')
    this.#key = keyFor('event position')
  }

  id(position: Position): string {
    return this.#seal(positionText(position))
  }

  cursor(position: Position): string {
    return this.#seal(`${positionText(position)} ${randomBytes(4).toString('hex')}`)
  }

  /** The position in a sealed text, or null if the text is not one. */
  open(text: string): string | null {
    const bytes = Buffer.from(text, 'base64url')
    const iv = bytes.subarray(0, ivLength)
    if (bytes.length !== ivLength + sealedLength) return null
    // CTR has no padding and no tag, so `update` returns the whole text.
    const plain = createDecipheriv(cipher, this.#key, iv).update(bytes.subarray(ivLength)).toString('latin1')
    return this.#ivOf(plain).equals(iv) ? (plain.split(' ', 1)[0] ?? null) : null
  }

  /**
   * Encrypts a text. The initialization vector is a MAC of the text: equal texts give equal results, and a result that
   * was changed is detected.
   */
  #seal(text: string): string {
    const plain = text.padEnd(sealedLength)
    const iv = this.#ivOf(plain)
    const sealed = createCipheriv(cipher, this.#key, iv).update(plain, 'latin1')
    return Buffer.concat([iv, sealed]).toString('base64url')
  }

  #ivOf(plain: string): Buffer {
    return createHmac('sha256', this.#macKey).update(plain, 'latin1').digest().subarray(0, ivLength)
  }
}

/** Makes the forms with the secret of the encrypted one, which all processes share and which is read once. */
export class EventPositions {
  readonly #secret: SharedSecret
  #forms: Promise<PositionForms> | undefined

  constructor(database: Database) {
    this.#secret = new SharedSecret(database, 'event-positions')
  }

  forms(): Promise<PositionForms> {
    this.#forms ??= this.#secret.value().then(
      (secret) => new PositionForms(new SealedForm(secret)),
      (error: unknown) => {
        // The next call tries again.
        this.#forms = undefined
        throw error
      },
    )
    return this.#forms
  }
}

interface ReaderRights {
  /** receives only events about live content */
  readonly isLiveOnly: boolean
  /** receives only events within the limits of a token */
  readonly limits?: object | undefined
}

/** Whether a reader receives only some events. Plain positions would reveal the number of the others. */
function missesSome({ isLiveOnly, limits }: ReaderRights): boolean {
  return isLiveOnly || limits !== undefined
}

/** Chooses the form of positions for a reader. */
export class PositionForms {
  readonly #sealed: SealedForm

  constructor(sealed: SealedForm) {
    this.#sealed = sealed
  }

  of(rights: ReaderRights): PositionForm {
    return missesSome(rights) ? this.#sealed : plainForm
  }

  /**
   * The plain text of a cursor; null for one that was given to a reader with more rights, which this reader may not
   * use.
   */
  open(text: string, rights: ReaderRights): string | null {
    const opened = this.#sealed.open(text)
    if (opened !== null) return opened
    // A short text that begins with a digit is a plain position; a sealed one is longer.
    const isPlain = /^\d/.test(text) && text.length < sealedLength
    if (isPlain && missesSome(rights)) return null
    // A text that is neither plain nor sealed is returned as well: `parsePosition` refuses it.
    return text
  }
}
