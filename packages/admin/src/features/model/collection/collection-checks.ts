import { foldCase } from '@octavo/contract/fold-case'
import { limits } from '@octavo/contract/limits'
import i18next from 'i18next'
import { labelProblem, longerThan, nameProblem } from '../../../ui/form/checks.ts'
import type { Problems } from '../../../ui/form/use-form.ts'
import type { CollectionDraft } from './collection-controls.tsx'

/** Checks the form without a request; `others` are the existing collections. */
export function collectionProblems(
  { label, labelSingular, description, urlPattern }: CollectionDraft,
  others: readonly { readonly label: string }[],
): Problems<CollectionDraft> {
  return {
    label: labelProblem(label) ?? sameLabelProblem(label, others),
    labelSingular: longerThan(labelSingular, limits.label),
    description: longerThan(description, limits.description),
    urlPattern: longerThan(urlPattern, limits.urlPattern),
  }
}

/** The problem of a label that another collection has: both would look alike in the navigation. */
function sameLabelProblem(label: string, others: readonly { readonly label: string }[]): string | undefined {
  const normalized = (text: string) => foldCase(text.trim())
  const isInUse = others.some((other) => normalized(other.label) === normalized(label))
  return isInUse ? i18next.t('model:collection.labelTaken') : undefined
}

/** The problem of the slug of a new collection. */
export function slugProblemOf(slug: string, usedSlugs: readonly string[]): string | undefined {
  if (usedSlugs.includes(slug)) return i18next.t('model:collection.taken')
  return nameProblem(slug, { hasHyphens: false }) ?? longerThan(slug, limits.collectionSlug)
}
