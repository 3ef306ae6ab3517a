import type { WriteContext } from '../../../core/context.ts'
import { indexNames } from '../../../platform/database/text-index.ts'
import {
  deleteWords,
  raiseWordsVersion,
  readWordsVersion,
  wordsAfter,
} from '../../../content/search-index/word-store.ts'
import { day, type Pass } from './pass.ts'

/** words per transaction */
const stepSize = 200

/** Removes words without documents from the candidates for correcting misspelt words. */
export function unusedWords(): Pass {
  return {
    name: 'words',
    action: 'retention',
    interval: day,
    step: async (context, position) => {
      const words = await wordsAfter(context, position ?? '', stepSize)
      await removeUnused(context, await unusedAmong(context, words))
      return words.length < stepSize ? null : (words.at(-1) ?? null)
    },
  }
}

/** Removes those of the words that no document has. */
async function removeUnused(context: WriteContext, words: readonly string[]): Promise<void> {
  if (words.length === 0) return
  // Transactions that index documents take this lock too, so that none adds a word between check and removal.
  await readWordsVersion(context, context.services.database.dialect.lock('remove'))
  // Checked once more: before the lock, a document may have been indexed with one of them.
  const unused = await unusedAmong(context, words)
  if (unused.length === 0) return
  await deleteWords(context, unused)
  await raiseWordsVersion(context)
}

async function unusedAmong({ db, services }: WriteContext, words: readonly string[]): Promise<string[]> {
  const { textIndexes } = services.database
  const unused: string[] = []
  for (const word of words) {
    const clauses = [{ alternatives: [{ words: [word], isPrefix: false }] }]
    let isUsed = false
    for (const index of indexNames) isUsed ||= await textIndexes[index].has(db, clauses)
    if (!isUsed) unused.push(word)
  }
  return unused
}
