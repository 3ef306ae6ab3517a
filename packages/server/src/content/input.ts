import type { Operation } from '@octavo/contract/define'
import type { Issue } from '@octavo/contract/errors'
import { operations } from '@octavo/contract/operations/registry'
import type { CollectionModel, Schema } from '../schema/model.ts'
import { slugIssues } from './slugs.ts'
import { type ParsedValues, parseValues, type ValueRules } from './values.ts'

interface GivenContent {
  readonly data?: Readonly<Record<string, unknown>> | undefined
  readonly slug?: string | undefined
}

/** Checks what a request says of an item: its data and its slug. */
export function parseContent(
  collection: CollectionModel,
  { data = {}, slug }: GivenContent,
  rules: ValueRules,
): ParsedValues {
  const { values, issues } = parseValues(collection, data, rules)
  return { values, issues: [...(slug === undefined ? [] : slugIssues(slug)), ...issues] }
}

interface Known extends Pick<ValueRules, 'blocks'> {
  readonly schema: Schema
}

/**
 * What the schema of an operation cannot see: problems with the slug and with field values. Asked when an input is refused anyway, so
 * that the caller is told of all problems at once.
 */
export function furtherIssues(
  operation: Operation,
  raw: unknown,
  { schema, blocks }: Known,
): readonly Issue[] {
  const complete = operation === operations.content.create
  if (!complete && operation !== operations.content.update) return []
  const { collection: name, slug, data } = raw as { collection?: unknown; slug?: unknown; data?: unknown }
  const issues = typeof slug === 'string' ? slugIssues(slug) : []
  const collection = typeof name === 'string' ? schema.collections.get(name) : undefined
  if (collection === undefined || typeof data !== 'object' || data === null || Array.isArray(data))
    return issues
  return [...issues, ...parseValues(collection, data as Record<string, unknown>, { complete, blocks }).issues]
}
