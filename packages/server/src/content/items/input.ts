import type { InputCheck } from '../../core/handler.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import { type MarkdownInput, takesMarkdown, withoutMarkdown } from './markdown-input.ts'
import { slugIssues } from './slugs.ts'
import { type ParsedValues, parseValues, type ValueRules } from './values.ts'

interface GivenContent {
  readonly data?: Readonly<Record<string, unknown>> | undefined
  readonly slug?: string | undefined
}

/** Checks the data and the slug of a request. */
export function parseContent(
  collection: CollectionModel,
  { data = {}, slug }: GivenContent,
  rules: ValueRules,
): ParsedValues {
  const { values, issues } = parseValues(collection, data, rules)
  return { values, issues: [...(slug === undefined ? [] : slugIssues(slug)), ...issues] }
}

/**
 * Checks that the schemas of `content.create` and `content.update` cannot do, on the slug and the field values, so that
 * the response names all issues at once.
 */
export function contentCheck(isNew: boolean): InputCheck {
  return ({ schema, services: { plugins } }, raw) => {
    const { collection: name, slug, data, incomplete } = raw as Readonly<Record<string, unknown>>
    const issues = typeof slug === 'string' ? slugIssues(slug) : []
    const collection = typeof name === 'string' ? schema.collections.get(name) : undefined
    if (collection === undefined || typeof data !== 'object' || data === null || Array.isArray(data))
      return issues
    const rules = { isNew, incomplete: incomplete === true, blocks: plugins.current.blocks }
    const values = data as Record<string, unknown>
    // Markdown counts as an empty value here, because it is parsed only for an input that has no other issue.
    const asBlocks = takesMarkdown(raw as MarkdownInput)
      ? withoutMarkdown(collection, values, () => [])
      : values
    return [...issues, ...parseValues(collection, asBlocks, rules).issues]
  }
}
