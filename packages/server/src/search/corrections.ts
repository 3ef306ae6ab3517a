import { setImmediate as breath } from 'node:timers/promises'
import type { ReadContext } from '../context.ts'
import type { Clause } from '../database/text-index.ts'
import { halves, isOneLetterOff, misspellable, reversed, swaps } from './misspelling.ts'
import { wordsFrom, type WordRange } from './store.ts'

/** words of a search that are corrected: those that nothing has come first */
const mostCorrected = 5

/** words that a misspelt one may have meant */
const mostMeant = 50

/** words that are read at once, and in all, of those that have a half in common with a misspelt one */
const readAtOnce = 2000
const mostRead = 100_000

/** The clauses with misspelt words standing for those that are one letter off; null without any. */
export async function corrections(
  context: ReadContext,
  clauses: readonly Clause[],
): Promise<Clause[] | null> {
  const misspelt = await misspeltAmong(context, clauses)
  let isAny = false
  const corrected: Clause[] = []
  for (const clause of clauses) {
    const word = misspelt.has(clause) ? misspellable(clause) : undefined
    const meant = word === undefined ? [] : await meantBy(context, word)
    isAny ||= meant.length > 0
    const others = meant.map((one) => ({ words: [one], isPrefix: false }))
    corrected.push({ alternatives: [...clause.alternatives, ...others] })
  }
  return isAny ? corrected : null
}

async function misspeltAmong(context: ReadContext, clauses: readonly Clause[]): Promise<ReadonlySet<Clause>> {
  const possible = clauses.filter((clause) => misspellable(clause) !== undefined)
  if (possible.length <= mostCorrected) return new Set(possible)
  const unknown: Clause[] = []
  const known: Clause[] = []
  for (const clause of possible) ((await isAnywhere(context, clause)) ? known : unknown).push(clause)
  return new Set([...unknown, ...known].slice(0, mostCorrected))
}

async function isAnywhere({ db, services }: ReadContext, clause: Clause): Promise<boolean> {
  return (await services.database.textIndex.count(db, [clause], 1)) > 0
}

/** What somebody may have meant, by the alphabet: the same words on each engine. */
async function meantBy(context: ReadContext, word: string): Promise<string[]> {
  const { first, second } = halves(word)
  const meant = new Set(swaps(word).filter((other) => isOneLetterOff(word, other)))
  await addLike(context, { column: 'word', start: first }, { word, meant })
  await addLike(context, { column: 'reversed', start: reversed(second) }, { word, meant })
  const inOrder = [...meant].toSorted()
  return inOrder.length <= mostMeant ? inOrder : living(context, inOrder)
}

/** Others are answered while many words are looked at. */
async function addLike(
  context: ReadContext,
  { column, start }: Pick<WordRange, 'column' | 'start'>,
  { word, meant }: { word: string; meant: Set<string> },
): Promise<void> {
  let after = ''
  for (let read = 0; read < mostRead; read += readAtOnce) {
    const rows = await wordsFrom(context, { column, start, after, limit: readAtOnce })
    for (const row of rows) if (isOneLetterOff(word, row.word)) meant.add(row.word)
    const last = rows.at(-1)
    if (rows.length < readAtOnce || last === undefined) return
    after = last[column]
    await breath()
  }
}

/** The first words that some document has: those that none has any more are kept, too. */
async function living(context: ReadContext, words: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const word of words) {
    if (found.length === mostMeant) break
    if (await isAnywhere(context, { alternatives: [{ words: [word], isPrefix: false }] })) found.push(word)
  }
  return found
}
