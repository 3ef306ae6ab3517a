import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ReadContext } from '../../core/context.ts'
import type { Clause, IndexName } from '../../platform/database/text-index.ts'
import { halves, isOneLetterOff, misspellable, reversed, swaps } from '../search-index/misspelling.ts'
import { wordsFrom, type WordRange } from '../search-index/index-store.ts'

/** limit of corrected words, starting with those that match nothing */
const maxCorrected = 5

/** limit of corrections for one word */
const maxCorrections = 50

/** limits of words with the same half as a misspelt one: read by one statement, and in total */
const readAtOnce = 2000
const maxRead = 100_000

interface Misspelt {
  readonly index: IndexName
  readonly clauses: readonly Clause[]
}

/**
 * Where corrections are looked up. They are among the stored words, which are those of both indexes; `index` is the one
 * in which a document must have them.
 */
interface LookUp {
  readonly context: ReadContext
  readonly index: IndexName
}

/** The clauses with corrections for misspelt words; null without any. */
export async function corrections(
  context: ReadContext,
  { index, clauses }: Misspelt,
): Promise<Clause[] | null> {
  const lookUp: LookUp = { context, index }
  const misspelt = await misspeltAmong(lookUp, clauses)
  let isAny = false
  const corrected: Clause[] = []
  for (const clause of clauses) {
    const word = misspelt.has(clause) ? misspellable(clause) : undefined
    const found = word === undefined ? [] : await correctionsOf(lookUp, word)
    isAny ||= found.length > 0
    const others = found.map((one) => ({ words: [one], isPrefix: false }))
    corrected.push({ alternatives: [...clause.alternatives, ...others] })
  }
  return isAny ? corrected : null
}

/** The clauses to correct. If there are too many, those that match nothing come first. */
async function misspeltAmong(lookUp: LookUp, clauses: readonly Clause[]): Promise<ReadonlySet<Clause>> {
  const possible = clauses.filter((clause) => misspellable(clause) !== undefined)
  if (possible.length <= maxCorrected) return new Set(possible)
  const unknown: Clause[] = []
  const known: Clause[] = []
  for (const clause of possible) ((await isAnywhere(lookUp, clause)) ? known : unknown).push(clause)
  return new Set([...unknown, ...known].slice(0, maxCorrected))
}

function isAnywhere({ context: { db, services }, index }: LookUp, clause: Clause): Promise<boolean> {
  return services.database.textIndexes[index].has(db, [clause])
}

/** Corrections in alphabetical order, so that each engine selects the same ones. */
async function correctionsOf(lookUp: LookUp, word: string): Promise<string[]> {
  const { first, second } = halves(word)
  const found = new Set(swaps(word).filter((other) => isOneLetterOff(word, other)))
  await addSimilar(lookUp.context, { column: 'word', start: first }, { word, found })
  await addSimilar(lookUp.context, { column: 'reversed', start: reversed(second) }, { word, found })
  const inOrder = [...found].toSorted()
  return inOrder.length <= maxCorrections ? inOrder : existingWords(lookUp, inOrder)
}

/** Adds the stored words with a given half that differ from the word by one letter. */
async function addSimilar(
  context: ReadContext,
  { column, start }: Pick<WordRange, 'column' | 'start'>,
  { word, found }: { word: string; found: Set<string> },
): Promise<void> {
  let after = ''
  for (let read = 0; read < maxRead; read += readAtOnce) {
    const rows = await wordsFrom(context, { column, start, after, limit: readAtOnce })
    for (const row of rows) if (isOneLetterOff(word, row.word)) found.add(row.word)
    const last = rows.at(-1)
    if (rows.length < readAtOnce || last === undefined) return
    after = last[column]
    // Lets other requests run.
    await nextTurn()
  }
}

/**
 * The first of the words that a document still has, up to the limit. A word that no document has any more stays stored
 * for up to a day.
 */
async function existingWords(lookUp: LookUp, words: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const word of words) {
    if (found.length === maxCorrections) break
    if (await isAnywhere(lookUp, { alternatives: [{ words: [word], isPrefix: false }] })) found.push(word)
  }
  return found
}
