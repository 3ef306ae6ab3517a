import { limits } from '@octavo/contract/limits'
import i18next from 'i18next'
import { labelProblem, longerThan, nameProblem } from '../../../ui/form/checks.ts'
import type { Problems } from '../../../ui/form/use-form.ts'
import type { CollectionDraft } from './collection-controls.tsx'

/** What is wrong with a collection before the service is asked. */
export function collectionProblems({
  label,
  labelSingular,
  description,
}: CollectionDraft): Problems<CollectionDraft> {
  return {
    label: labelProblem(label),
    labelSingular: longerThan(labelSingular, limits.label),
    description: longerThan(description, limits.description),
  }
}

export function slugProblemOf(slug: string, taken: readonly string[]): string | undefined {
  if (taken.includes(slug)) return i18next.t('model:collection.taken')
  return nameProblem(slug, { hasHyphens: false }) ?? longerThan(slug, limits.collectionSlug)
}
