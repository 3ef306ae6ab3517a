import type { ReadContext } from '../../core/context.ts'
import type { Facts } from '../../core/facts.ts'
import type { Texts } from './reading.ts'
import { textsInAllLocales, textsOfContainerInAllLocales } from './translation-store.ts'

/** members whose stored text is JSON */
const jsonMembers: ReadonlySet<string> = new Set(['content', 'componentProps'])

/** Names the properties of an audit entry with their locale, such as `label (de)`. */
export function factsOf(texts: Texts, locale: string): Facts {
  return Object.fromEntries([...texts].map(([member, value]) => factOf({ member, locale, value })))
}

/** The translations of a part in all locales, as properties of an audit entry. */
export async function translationFacts(context: ReadContext, id: string): Promise<Facts> {
  return Object.fromEntries((await textsInAllLocales(context, id)).map(factOf))
}

/** The translations of a menu, a taxonomy or a widget area and of all its parts, by the ids of the parts. */
export async function translationFactsWithin(
  context: ReadContext,
  id: string,
): Promise<ReadonlyMap<string, Facts>> {
  const texts = Map.groupBy(await textsOfContainerInAllLocales(context, id), ({ target_id }) => target_id)
  return new Map([...texts].map(([target, own]) => [target, Object.fromEntries(own.map(factOf))]))
}

interface Text {
  readonly member: string
  readonly locale: string
  readonly value: string
}

function factOf({ member, locale, value }: Text): [string, unknown] {
  return [`${member} (${locale})`, jsonMembers.has(member) ? (JSON.parse(value) as unknown) : value]
}
