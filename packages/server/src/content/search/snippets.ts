import type { ReadContext } from '../../core/context.ts'
import type { Clause, IndexName } from '../../platform/database/text-index.ts'
import { type BegunDocument, readTexts } from '../search-index/index-store.ts'
import { snippetOf, snippetOfBeginning } from './snippet.ts'

/** Characters of a text that are read first, which contain the searched words in most texts. */
export const beginningLength = 1000

/** id → snippet of the documents. The whole text is read if its beginning has no match. */
export async function snippetsOf(
  context: ReadContext,
  index: IndexName,
  documents: readonly BegunDocument[],
  clauses: readonly Clause[],
): Promise<Map<number, string>> {
  const snippets = new Map<number, string>()
  const others: BegunDocument[] = []
  for (const document of documents) {
    const { id, title, beginning } = document
    const isWhole = beginning.length < beginningLength
    const snippet = isWhole
      ? snippetOfEither(beginning, title, clauses)
      : snippetOfBeginning(beginning, clauses)
    if (snippet === null) others.push(document)
    else snippets.set(id, snippet)
  }
  const texts = await readTexts(
    context,
    index,
    others.map(({ id }) => id),
  )
  for (const { id, title } of others) snippets.set(id, snippetOfEither(texts.get(id) ?? '', title, clauses))
  return snippets
}

function snippetOfEither(text: string, title: string, clauses: readonly Clause[]): string {
  return snippetOf(text, clauses) || snippetOf(title, clauses)
}
