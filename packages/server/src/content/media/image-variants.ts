import { readFile, stat } from 'node:fs/promises'
import { limits } from '@octavo/contract/limits'
import type { Services } from '../../core/context.ts'
import { invalidAt, notFound, OctavoError } from '../../platform/errors.ts'
import { variantsFolder } from '../../platform/files/files.ts'
import { BoundedQueue } from '../../platform/queue/bounded-queue.ts'
import { timeText } from '../../platform/time-text.ts'
import { type Conversion, conversionMemory, Converter } from './converter.ts'
import type { ServedFile } from './store.ts'
import { type Variant, variantCost, variantName } from './variant.ts'
import { forgetVariant, oldestVariants, recordVariant, variantBytes } from './variant-store.ts'

declare module '../../core/context.ts' {
  interface Services {
    readonly imageVariants: ImageVariants
  }
}

type Needed = Pick<Services, 'config' | 'database' | 'files' | 'incoming' | 'log' | 'clock'>

/** A stored variant. */
export interface FoundVariant {
  readonly key: string
  readonly size: number
}

/** A reason why a variant cannot be made, which would most likely be the same at the next attempt. */
type Failure = Exclude<Conversion['outcome'], 'done'>

interface KnownFailure {
  readonly failure: Failure
  readonly until: number
}

/** milliseconds for which a failure is cached, so that requests do not repeat it, and the limit of cached failures */
const failureTime = 600_000
const maxFailures = 1000

/** limit of old variants removed per new one */
const maxRemovals = 100

/** Creates image variants on first request and stores them. */
export class ImageVariants {
  readonly #needed: Needed
  readonly #converter: Converter
  /** the variants that are being made, by their keys: requests for the same one wait together */
  readonly #making = new Map<string, Promise<Failure | null>>()
  readonly #failures = new Map<string, KnownFailure>()
  /** One conversion at a time, because of its memory; the cheapest first. */
  readonly #queue = new BoundedQueue({
    running: 1,
    waiting: limits.waitingVariants,
    waitingPerOwner: limits.waitingVariantsPerAddress,
  })

  constructor(needed: Needed) {
    this.#needed = needed
    this.#converter = new Converter({
      maxMemory: conversionMemory(needed.config),
      maxTime: limits.conversionSeconds * 1000,
    })
  }

  /** The variant, if it exists. */
  async find(file: ServedFile, variant: Variant): Promise<FoundVariant | null> {
    const key = keyOf(file, variant)
    // Some stores already list a file while it is being written, so a variant that is being made does not exist yet.
    if (this.#making.has(key)) return null
    const facts = await this.#needed.files.facts(key)
    return facts === null ? null : { key, size: facts.size }
  }

  /**
   * Creates a variant, queued with all others on behalf of `owner`. Null if it takes too much memory or time. Throws
   * VALIDATION_ERROR if the image cannot be decoded, and NOT_FOUND if it is deleted.
   */
  async make(file: ServedFile, variant: Variant, owner: string): Promise<FoundVariant | null> {
    const key = keyOf(file, variant)
    const failure = this.#knownFailure(key) ?? (await this.#makeOnce(key, file, variant, owner))
    if (failure === 'undecodable') {
      throw invalidAt('file', 'is an image that cannot be decoded: ask for it without w, h and format')
    }
    if (failure !== null) return null
    const found = await this.find(file, variant)
    if (found === null) throw notFound('The file')
    return found
  }

  /**
   * The thumbhash of stored bytes in base64; empty if they are no image, or decoding would need too much memory or
   * time. Null if they are deleted, or too many images wait.
   */
  async placeholderOf(fileKey: string): Promise<string | null> {
    const owner = 'placeholders'
    // A higher cost than that of any variant, so that variants that somebody waits for are made first.
    return (
      (await this.#queue.add(() => this.#placeholderOf(fileKey), { owner, cost: limits.imagePixels })) ?? null
    )
  }

  async #placeholderOf(fileKey: string): Promise<string | null> {
    const { files, incoming } = this.#needed
    const target = await incoming.newPath()
    try {
      const conversion = await files.withLocal(fileKey, (path) =>
        this.#converter.convert(path, target, 'placeholder'),
      )
      if (conversion === null) return null
      return conversion.outcome === 'done' ? (await readFile(target)).toString('base64') : ''
    } finally {
      await incoming.discard({ path: target })
    }
  }

  /** Removes the oldest variants while all together exceed their size limit. */
  async removeOldest(): Promise<void> {
    const { config, database, files, log } = this.#needed
    try {
      let over = (await variantBytes(database.reader)) - config.maxVariantBytes
      if (over <= 0) return
      for (const variant of await oldestVariants(database.reader, maxRemovals)) {
        await files.remove(`${variantsFolder(variant.file_key)}/${variant.name}`)
        await forgetVariant(database, variant)
        over -= Number(variant.size)
        if (over <= 0) return
      }
    } catch (error) {
      log.warn({ err: error }, 'old image variants could not be removed')
    }
  }

  close(): Promise<void> {
    return this.#converter.close()
  }

  #makeOnce(key: string, file: ServedFile, variant: Variant, owner: string): Promise<Failure | null> {
    const known = this.#making.get(key)
    if (known !== undefined) return known
    const cost = variantCost(variant, file)
    const queued = this.#queue.add(() => this.#make(key, file, variant), { owner, cost })
    if (queued === null) {
      const message = 'Too many images are being resized. Try again in a moment.'
      throw new OctavoError('SERVICE_UNAVAILABLE', message)
    }
    const made = queued.finally(() => this.#making.delete(key))
    this.#making.set(key, made)
    return made
  }

  async #make(key: string, { fileKey }: ServedFile, variant: Variant): Promise<Failure | null> {
    const { files, incoming } = this.#needed
    // Another process may have created it meanwhile.
    if ((await files.facts(key)) !== null) return null
    const target = await incoming.newPath()
    try {
      const conversion = await files.withLocal(fileKey, (path) =>
        this.#converter.convert(path, target, variant),
      )
      if (conversion === null) throw notFound('The file')
      if (conversion.outcome !== 'done') return this.#remember(key, conversion.outcome)
      const { size } = await stat(target)
      await files.put(key, target, `image/${variant.format}`)
      await this.#record(fileKey, variant, size)
      return null
    } finally {
      await incoming.discard({ path: target })
    }
  }

  async #record(fileKey: string, variant: Variant, size: number): Promise<void> {
    const { database, files, clock } = this.#needed
    const row = { file_key: fileKey, name: variantName(variant), size, created_at: timeText(clock()) }
    // If the image was deleted meanwhile, this variant was not deleted with it. Removing the file of the image again
    // removes all variants.
    if (!(await recordVariant(database, row))) await files.remove(fileKey)
    await this.removeOldest()
  }

  #knownFailure(key: string): Failure | null {
    const known = this.#failures.get(key)
    return known !== undefined && known.until > Date.now() ? known.failure : null
  }

  #remember(key: string, failure: Failure): Failure {
    if (this.#failures.size >= maxFailures) this.#failures.clear()
    this.#failures.set(key, { failure, until: Date.now() + failureTime })
    return failure
  }
}

function keyOf({ fileKey }: ServedFile, variant: Variant): string {
  return `${variantsFolder(fileKey)}/${variantName(variant)}`
}
