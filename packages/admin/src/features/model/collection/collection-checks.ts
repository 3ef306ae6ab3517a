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

/** Two collections with the same label would look alike in the navigation. */
function sameLabelProblem(label: string, others: readonly { readonly label: string }[]): string | undefined {
  const plain = (text: string) => foldCase(text.trim())
  const isTaken = others.some((other) => plain(other.label) === plain(label))
  return isTaken ? i18next.t('model:collection.labelTaken') : undefined
}

export function slugProblemOf(slug: string, taken: readonly string[]): string | undefined {
  if (taken.includes(slug)) return i18next.t('model:collection.taken')
  return nameProblem(slug, { hasHyphens: false }) ?? longerThan(slug, limits.collectionSlug)
}
