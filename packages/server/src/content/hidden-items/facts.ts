import type { ReadContext } from '../../core/context.ts'
import type { Facts } from '../../core/facts.ts'
import { dataWithoutHidden, seesAll, valueWithoutHidden } from './hiding.ts'

/** the beginning of the names of facts about field values, such as `data.title` */
const ofData = 'data.'

/** The recorded facts about an item, without those that the caller does not see. `slug` is that of its collection. */
export async function factsWithoutHidden<Of extends Facts | null>(
  context: ReadContext,
  slug: string | undefined,
  facts: Of,
): Promise<Of> {
  const collection = context.schema.collections.get(slug ?? '')
  if (facts === null || seesAll(context) || collection === undefined) return facts
  const isValue = ([name]: readonly [string, unknown]): boolean => name.startsWith(ofData)
  const values = Object.entries(facts).filter(isValue)
  const others = Object.entries(facts).filter((fact) => !isValue(fact))
  const data = Object.fromEntries(values.map(([name, value]) => [name.slice(ofData.length), value]))
  // The fields tell where values of the data refer to items; ids in the other facts are found without fields.
  const shown = Object.entries(await dataWithoutHidden(context, collection, data))
  const named = shown.map(([name, value]) => [ofData + name, value] as const)
  return (await valueWithoutHidden(context, Object.fromEntries([...others, ...named]))) as Of
}
