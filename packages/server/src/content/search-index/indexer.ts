import { limits } from '@octavo/contract/limits'
import type { Logger } from 'pino'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { isDiskFull } from '../../platform/database/failure.ts'
import type { IndexName } from '../../platform/database/text-index.ts'
import { refusal } from '../../platform/errors.ts'
import { logFailure } from '../../platform/log.ts'
import { WordCache } from './word-cache.ts'
import { canBeCorrection, reversed } from './misspelling.ts'
import { insertWords, isAnyPending, type PendingDocument, takePending } from './index-store.ts'
import { wordsOfDocument } from './text-of.ts'
import { readWordsVersion } from './word-store.ts'

declare module '../../core/context.ts' {
  interface Services {
    readonly indexers: Indexers
  }
}

/** limits of documents and characters per transaction, so that other writes can run in between */
const maxDocuments = 250
const maxCharacters = 1_000_000

/** milliseconds from when many documents are pending until they are indexed */
const startDelay = 500

/** characters after which other requests run */
const charactersPerTurn = 20_000

/** limit of transactions of one call of `tidy` */
const tidySteps = 25

interface Indexed {
  /** whether more documents are pending */
  readonly isMore: boolean
  /** the words of the documents that the cache lacks; they are stored now, or were stored before */
  readonly words: readonly string[]
  /** the version of the stored words, for the cache */
  readonly version: number
}

export type Indexers = Readonly<Record<IndexName, Indexer>>

/**
 * Both indexers share the cache of stored words, because the words of both indexes are in one table, for corrections.
 */
export function createIndexers(parts: { database: Database; log: Logger }): Indexers {
  const words = new WordCache()
  return { live: new Indexer(parts, 'live', words), draft: new Indexer(parts, 'draft', words) }
}

/**
 * Keeps an index in sync with committed content. A save marks its document as pending in its own transaction; pending
 * documents are indexed in batches, which costs a fraction of indexing each one. Every search first indexes what is
 * pending, so it finds everything committed before it, by any process.
 */
class Indexer {
  readonly #database: Database
  readonly #log: Logger
  readonly #index: IndexName
  readonly #wordCache: WordCache
  /** documents that were changed since the last run */
  #expected = 0
  #timer: NodeJS.Timeout | null = null
  /** the last run that a timer started */
  #timed: Promise<void> = Promise.resolve()
  #isClosed = false
  #running: Promise<void> = Promise.resolve()
  /** the run after the current one, which callers share that came while that was running */
  #next: Promise<void> | null = null
  /** whether `tidy` may have work; true at the start, because processes before this one may have left some */
  #isUntidy = true

  constructor({ database, log }: { database: Database; log: Logger }, index: IndexName, words: WordCache) {
    this.#database = database
    this.#log = log
    this.#index = index
    this.#wordCache = words
  }

  /**
   * Call after the commit of changed documents. Indexing starts early when many are pending, so that the next search
   * is fast; after a short delay, so that a change of many documents finishes first.
   */
  noteChanged(count = 1): void {
    this.#expected += count
    if (this.#expected < maxDocuments || this.#timer !== null || this.#isClosed) return
    this.#timer = setTimeout(() => {
      this.#timer = null
      this.#timed = this.catchUp().catch((error: unknown) =>
        logFailure(this.#log, 'indexing failed', { error }),
      )
    }, startDelay).unref()
  }

  /**
   * Call before the database is closed: no run starts a further batch. Waits for the run that a timer has started;
   * callers wait for their own. The rest stays pending.
   */
  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#timer !== null) clearTimeout(this.#timer)
    await this.#timed
  }

  /** Resolves when everything committed before the call is indexed. */
  async catchUp(): Promise<void> {
    this.#expected = 0
    if (await isAnyPending(this.#database.reader, this.#index)) await this.#run()
  }

  /** Indexes pending documents before a search. On a full disk, the search uses the index as it is. */
  async catchUpForSearch(): Promise<void> {
    try {
      await this.catchUp()
    } catch (error) {
      if (!isDiskFull(error)) throw error
      this.#log.warn({ err: error }, 'a search uses an outdated index, because the disk is full')
    }
  }

  /**
   * Makes searches fast again after changes. It works in up to `tidySteps` small transactions, between which others can
   * write.
   */
  async tidy(signal: AbortSignal): Promise<void> {
    if (!this.#isUntidy) return
    // Set before, because documents may be indexed meanwhile.
    this.#isUntidy = false
    let isMore = true
    try {
      for (let step = 0; isMore && step < tidySteps && !signal.aborted; step++)
        isMore = await this.#database.transaction('maintenance', (tx) =>
          this.#database.textIndexes[this.#index].tidy(tx),
        )
    } finally {
      this.#isUntidy ||= isMore
    }
  }

  /** Indexes all that is pending within a transaction that is rolled back: a search in it finds what it has changed. */
  async indexWithin(tx: Transaction): Promise<void> {
    const end = performance.now() + limits.changeSets.time
    while ((await this.indexSome(tx)).isMore)
      if (performance.now() > end) throw refusal('CONFLICT', 'changeSetSlow', {})
  }

  /**
   * Starts a run after the current one, which may have started before the caller's commit. Callers that come before
   * that run starts share it.
   */
  #run(): Promise<void> {
    this.#next ??= this.#running
      .catch(() => undefined)
      .then(() => {
        this.#running = this.#next ?? Promise.resolve()
        this.#next = null
        return this.#work()
      })
    return this.#next
  }

  async #work(): Promise<void> {
    for (let isMore = true; isMore && !this.#isClosed;) {
      const indexed = await this.#database.transaction('write', (tx) => this.indexSome(tx))
      this.#wordCache.add(indexed.words, indexed.version)
      isMore = indexed.isMore
    }
  }

  /**
   * Indexes some pending documents within a transaction; returns whether there are more, and the words new to this
   * process with the version of the stored words. The lock on this version keeps words from being removed meanwhile.
   */
  async indexSome(tx: Transaction): Promise<Indexed> {
    const take = { lock: this.#database.dialect.lock('remove'), limit: maxDocuments, maxCharacters }
    const { documents, isMore } = await takePending(tx, this.#index, take)
    this.#isUntidy ||= documents.length > 0
    const version = await readWordsVersion({ db: tx }, this.#database.dialect.lock('keep'))
    this.#wordCache.atVersion(version)
    const words = new Set<string>()
    let characters = 0
    for (const document of documents) {
      await this.#put(tx, document, words)
      characters += document.text?.length ?? 0
      if (characters < charactersPerTurn) continue
      characters = 0
      await new Promise((resolve) => setImmediate(resolve))
    }
    // Words are stored for corrections only; misspelt ones are found by their beginning or their reversed end.
    const unknown = [...words].filter((word) => !this.#wordCache.has(word) && canBeCorrection(word))
    // Sorted, because two transactions that add the same words could otherwise deadlock.
    unknown.sort()
    await insertWords(
      tx,
      unknown.map((word) => ({ word, reversed: reversed(word) })),
    )
    return { isMore, words: unknown, version }
  }

  async #put(tx: Transaction, { id, title, text }: PendingDocument, words: Set<string>): Promise<void> {
    const textIndex = this.#database.textIndexes[this.#index]
    // The document was deleted after it was marked.
    if (text === null) return textIndex.remove(tx, id)
    const document = wordsOfDocument(title, text)
    await textIndex.put(tx, id, document)
    for (const word of document.title) words.add(word)
    for (const word of document.text) words.add(word)
  }
}
