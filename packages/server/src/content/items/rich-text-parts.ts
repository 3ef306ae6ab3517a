import type { CollectionModel } from '../../core/model/model.ts'
import { Encoded } from '../../platform/encoded.ts'
import { invalidAt } from '../../platform/errors.ts'
import { blocksIn } from '../rich-text/block.ts'
import { outlineOf, sectionOf } from '../rich-text/sections.ts'
import { EditRefusal } from '../rich-text/text-edits.ts'
import { valuesOf } from './markdown-output.ts'

type Values = Readonly<Record<string, unknown>>

interface Parts {
  readonly outline?: boolean | undefined
  readonly section?: string | undefined
}

/** Reduces the rich text of an item to its headings or to one section, if the caller requests that. */
export function partsOfRichText(
  answer: Encoded,
  collection: CollectionModel,
  { outline, section }: Parts,
): Encoded {
  if (outline !== true && section === undefined) return answer
  if (outline === true && section !== undefined)
    throw invalidAt('section', 'cannot be asked for together with outline')
  const values = valuesOf(answer)
  const item = values['item'] as { readonly data?: Values }
  const data = item.data ?? {}
  const rich = Object.keys(data).filter((slug) => collection.field.get(slug)?.type.name === 'portableText')
  const parts =
    section === undefined
      ? rich.map((slug) => [slug, { outline: outlineOf(blocksIn(data[slug])) }])
      : sectionsOf(data, rich, section)
  const others = Object.entries(data).filter(([slug]) => !rich.includes(slug))
  const whole = { ...values, item: { ...item, data: Object.fromEntries([...others, ...parts]) } }
  const changed = Encoded.of(whole, answer.rev, answer)
  changed.delivery = answer.delivery
  return changed
}

/** The section in each field that has it. */
function sectionsOf(data: Values, rich: readonly string[], section: string): [string, unknown][] {
  const problems: string[] = []
  const found = rich.flatMap((slug): [string, unknown][] => {
    const blocks = blocksIn(data[slug])
    try {
      const { start, end } = sectionOf(blocks, section)
      return [[slug, blocks.slice(start, end)]]
    } catch (error) {
      if (!(error instanceof EditRefusal)) throw error
      problems.push(error.message)
      return []
    }
  })
  if (found.length === 0) throw invalidAt('section', problems[0] ?? 'the answer has no rich text')
  return found
}
