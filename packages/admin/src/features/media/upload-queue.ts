import { isFailure } from '../../api/failures.ts'
import { notifySessionEnded } from '../../api/session-end.ts'
import { uploadMedia } from '../../api/upload.ts'
import type { MediaItem } from './media-item.ts'

/** An upload and its state. */
export interface Upload {
  readonly id: number
  readonly file: File
  /** path of the folder of the new file */
  readonly folder?: string | undefined
  /** `reading`: all bytes are sent, and the service examines the file */
  readonly state: 'waiting' | 'sending' | 'reading' | 'done' | 'failed' | 'cancelled'
  /** uploaded fraction, 0 to 1 */
  readonly uploadedFraction: number
  readonly error?: unknown
  /** why it was refused before it was sent */
  readonly refusal?: string
}

/** number of concurrent uploads */
const maxConcurrent = 3

/** the states of uploads that have no result yet */
const underWayStates = new Set<Upload['state']>(['waiting', 'sending', 'reading'])

/** Whether an upload waits or is running. */
export function isUnderWay({ state }: Upload): boolean {
  return underWayStates.has(state)
}

/** Whether a retry can succeed: the upload was cancelled, or failed although the file was not refused. */
export function canRetry({ state, error, refusal }: Upload): boolean {
  if (state === 'cancelled') return true
  return state === 'failed' && refusal === undefined && !isFailure(error, 400, 403, 413, 415)
}

export interface UploadRules {
  /** the reason why a file is not uploaded; undefined if it may be */
  refuse(file: File): string | undefined
  /** called after a file was uploaded */
  onDone(item: MediaItem, file: File): void
  /** called when no upload waits or is running any more */
  onIdle(): void
}

/** Uploads files, a few at a time, and reports the progress of each. */
export class UploadQueue {
  #rules: UploadRules = { refuse: () => undefined, onDone: () => undefined, onIdle: () => undefined }
  readonly #listeners = new Set<() => void>()
  /** cancels the uploads that are running, by id */
  readonly #aborts = new Map<number, AbortController>()
  #uploads: readonly Upload[] = []
  /** the id of the last upload */
  #lastId = 0

  get uploads(): readonly Upload[] {
    return this.#uploads
  }

  get isBusy(): boolean {
    return this.#uploads.some(isUnderWay)
  }

  /** Replaces the rules, for running uploads too. */
  setRules(rules: UploadRules): void {
    this.#rules = rules
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  add(files: readonly File[], folder?: string): void {
    const added = files.map((file): Upload => {
      const refusal = this.#rules.refuse(file)
      const id = ++this.#lastId
      return refusal === undefined
        ? { id, file, folder, state: 'waiting', uploadedFraction: 0 }
        : { id, file, state: 'failed', uploadedFraction: 0, refusal }
    })
    this.#set([...this.#uploads, ...added])
    this.#advance()
  }

  cancel(id: number): void {
    const upload = this.#uploads.find((candidate) => candidate.id === id)
    if (upload === undefined || !isUnderWay(upload)) return
    this.#change(id, { state: 'cancelled' })
    // `#send` does not report the error of an aborted upload.
    this.#aborts.get(id)?.abort()
    this.#advance()
  }

  cancelAll(): void {
    for (const { id } of this.#uploads.filter(isUnderWay)) this.cancel(id)
  }

  retry(id: number): void {
    this.#change(id, { state: 'waiting', uploadedFraction: 0, error: undefined })
    this.#advance()
  }

  /** Sends all uploads again that failed or were cancelled, if a retry can succeed. */
  retryAll(): void {
    for (const { id } of this.#uploads.filter(canRetry)) this.retry(id)
  }

  /** Removes finished, failed and cancelled uploads. */
  clear(): void {
    this.#set(this.#uploads.filter(isUnderWay))
  }

  /** Sends the next waiting uploads, as many as may run. */
  #advance(): void {
    const free = maxConcurrent - this.#aborts.size
    const next = this.#uploads.filter(({ state }) => state === 'waiting').slice(0, free)
    for (const upload of next) void this.#send(upload)
  }

  async #send({ id, file, folder }: Upload): Promise<void> {
    const abort = new AbortController()
    this.#aborts.set(id, abort)
    this.#change(id, { state: 'sending' })
    try {
      const onProgress = (fraction: number) => {
        if (!abort.signal.aborted)
          this.#change(id, { uploadedFraction: fraction, state: fraction < 1 ? 'sending' : 'reading' })
      }
      const item = await uploadMedia({
        file,
        ...(folder !== undefined && { folder }),
        signal: abort.signal,
        onProgress,
      })
      this.#change(id, { state: 'done', uploadedFraction: 1 })
      this.#rules.onDone(item, file)
    } catch (error) {
      if (!abort.signal.aborted) this.#fail(id, error)
    } finally {
      this.#aborts.delete(id)
      this.#advance()
      if (!this.isBusy) this.#rules.onIdle()
    }
  }

  #fail(id: number, error: unknown): void {
    if (isFailure(error, 401)) notifySessionEnded()
    this.#change(id, { state: 'failed', error })
  }

  #change(id: number, change: Partial<Upload>): void {
    this.#set(this.#uploads.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)))
  }

  #set(uploads: readonly Upload[]): void {
    this.#uploads = uploads
    for (const listener of this.#listeners) listener()
  }
}
