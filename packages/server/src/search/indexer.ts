import type { Logger } from 'pino'
import type { Database, Transaction } from '../database/database.ts'
import { KnownWords } from './known-words.ts'
import { canBeMeant, reversed } from './misspelling.ts'
import { insertWords, isAnyPending, type PendingDocument, takePending } from './store.ts'
import { wordsOfDocument } from './text-of.ts'

/** documents, and about as many characters, that one transaction brings into the index: others write in between */
const batch = 250
const enough = 1_000_000

/** characters after which others may read */
const breath = 20_000

/**
 * Brings the index in step with what is committed. A save notes its document in its own transaction; the words of many
 * documents are put into the index together, which costs a fraction of one by one. Every search catches up first, so
 * that it finds whatever was committed before it, in whichever process.
 */
export class Indexer {
  readonly #database: Database
  readonly #log: Logger
  readonly #knownWords = new KnownWords()
  #expected = 0
  #running: Promise<void> = Promise.resolve()
  #next: Promise<void> | null = null

  constructor({ database, log }: { database: Database; log: Logger }) {
    this.#database = database
    this.#log = log
  }

  /** A change of one document was committed. Many of them are not left for the next search. */
  expect(): void {
    if (++this.#expected < batch) return
    this.catchUp().catch((error: unknown) => this.#log.error({ err: error }, 'indexing failed'))
  }

  /** Comes back when all that is committed now is in the index. */
  async catchUp(): Promise<void> {
    this.#expected = 0
    if (await isAnyPending(this.#database.reader)) await this.#run()
  }

  /** A run under way may have looked before the caller's document was there: the run behind it serves all who wait. */
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
    for (let isMore = true; isMore;) {
      const { words, ...rest } = await this.#database.transaction('write', (tx) => this.indexSome(tx))
      this.#knownWords.add(words)
      isMore = rest.isMore
    }
  }

  /**
   * Indexes some of what waits, as part of a transaction; gives whether there is more, and the words that were new to
   * this process.
   */
  async indexSome(tx: Transaction): Promise<{ isMore: boolean; words: readonly string[] }> {
    const take = { lock: this.#database.dialect.lock('remove'), limit: batch, enough }
    const { documents, isMore } = await takePending(tx, take)
    const words = new Set<string>()
    let characters = 0
    for (const document of documents) {
      await this.#put(tx, document, words)
      characters += document.text?.length ?? 0
      if (characters < breath) continue
      characters = 0
      await new Promise((resolve) => setImmediate(resolve))
    }
    const unknown = [...words].filter((word) => !this.#knownWords.has(word) && canBeMeant(word))
    // In one order: two transactions that add the same words would wait for each other else.
    unknown.sort()
    await insertWords(
      tx,
      unknown.map((word) => ({ word, reversed: reversed(word) })),
    )
    return { isMore, words: unknown }
  }

  async #put(tx: Transaction, { id, title, text }: PendingDocument, words: Set<string>): Promise<void> {
    const { textIndex } = this.#database
    if (text === null) return textIndex.remove(tx, id)
    const document = wordsOfDocument(title, text)
    await textIndex.put(tx, id, document)
    for (const word of document.title) words.add(word)
    for (const word of document.text) words.add(word)
  }
}
