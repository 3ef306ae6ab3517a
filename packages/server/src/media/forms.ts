import { OctavoError, invalidAt, notFound } from '../errors.ts'
import type { Reader } from '../database/database.ts'
import { type Files, formsOf } from '../files/files.ts'
import type { Incoming } from '../files/incoming.ts'
import { type Form, makeForm } from './images.ts'
import { isKept, type ServedFile } from './store.ts'

/** images that are decoded at once; each may take hundreds of megabytes */
const mostAtOnce = 1

/** forms that may wait; more would be answered after everybody has left */
const mostWaiting = 100

/** Makes forms of images when they are first asked for, each once, and keeps them in the store. */
export class Forms {
  readonly #files: Files
  readonly #incoming: Incoming
  readonly #reader: Reader
  readonly #making = new Map<string, Promise<void>>()
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor({ files, incoming, reader }: { files: Files; incoming: Incoming; reader: Reader }) {
    this.#files = files
    this.#incoming = incoming
    this.#reader = reader
  }

  /** The key of a form, and its size; it is made when it is not there. Throws NOT_FOUND when its image is not. */
  async find(file: ServedFile, form: Form): Promise<{ key: string; size: number }> {
    const key = `${formsOf(file.place)}/${formName(form)}`
    let facts = await this.#files.facts(key)
    // Some stores tell of a file while it is being written.
    if (facts === null || this.#making.has(key)) {
      await this.#makeOnce(key, file, form)
      facts = await this.#files.facts(key)
    }
    if (facts === null) throw notFound('The file')
    return { key, size: facts.size }
  }

  #makeOnce(key: string, file: ServedFile, form: Form): Promise<void> {
    const known = this.#making.get(key)
    if (known !== undefined) return known
    const made = this.#inTurn(() => this.#make(key, file, form)).finally(() => this.#making.delete(key))
    this.#making.set(key, made)
    return made
  }

  async #inTurn(work: () => Promise<void>): Promise<void> {
    if (this.#waiting.length >= mostWaiting) {
      throw new OctavoError('SERVICE_UNAVAILABLE', 'Too many images are being resized; try again.')
    }
    if (this.#running >= mostAtOnce) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#running++
    try {
      await work()
    } finally {
      this.#running--
      this.#waiting.shift()?.()
    }
  }

  async #make(key: string, { place: source }: ServedFile, form: Form): Promise<void> {
    // Another call may have made it while this one looked, or waited.
    if ((await this.#files.facts(key)) !== null) return
    const target = await this.#incoming.newPath()
    try {
      const made = await this.#files.withLocal(source, (path) => decode(path, target, form).then(() => true))
      if (made === null) throw notFound('The file')
      await this.#files.put(key, target, `image/${form.format}`)
    } finally {
      await this.#incoming.discard({ path: target })
    }
    // Whoever deleted the image meanwhile did not see this form.
    if (!(await isKept(this.#reader, source))) await this.#files.remove(source)
  }
}

async function decode(source: string, target: string, form: Form): Promise<void> {
  try {
    await makeForm(source, target, form)
  } catch (error) {
    // Failures of the system have a code; all others are about the bytes of the image.
    if (error instanceof Error && 'code' in error) throw error
    throw invalidAt('file', 'is an image that cannot be decoded: ask for it without w, h and format')
  }
}

/** The last part of a form's key, and of its tag. */
export function formName({ width, height, fit, format }: Form): string {
  return `${width ?? ''}x${height ?? ''}-${fit}.${format}`
}
