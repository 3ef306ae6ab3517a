import { Alert } from '@mantine/core'
import type { Client } from '@octavo/client/session-client'
import type { Issue } from '@octavo/contract/errors'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { issueText, messageOf } from '../../../api/service-text.ts'
import { type Collection, useCollection } from '../../../session/session.tsx'
import { RouterAnchor } from '../../../ui/links.tsx'
import { headingOf } from '../../content-list/heading.ts'
import { referredQuery } from '../../content-list/queries.ts'
import { siteScope } from '../../in-change-set/content-scope.ts'

/** The effects of a change of a collection. */
export type Preview = Awaited<ReturnType<Client['schema']['preview']>>['item']
type Refused = NonNullable<Preview['refusal']>

interface RefusalProps {
  readonly collection: string
  readonly refusal: Refused
}

/** Says in one short sentence why a change of a field will be refused. */
export function Refusal({ collection: slug, refusal }: RefusalProps) {
  const { t } = useTranslation('model')
  const collection = useCollection(slug)
  const { reason, params = {} } = refusal
  const { id } = params
  return (
    <Alert color="red" icon={<CircleAlert size={18} aria-hidden />} title={t('preview.refused')}>
      {/* A stored value that does not fit is named with its item, so that the person can correct it. */}
      {(reason === 'unfitValue' || reason === 'unfitDraft') &&
      typeof id === 'string' &&
      collection !== undefined ? (
        <UnfitValue
          collection={collection}
          id={id}
          isInDraft={reason === 'unfitDraft'}
          fault={refusal.issues.map((issue) => issueText(issue as Issue)).join(' ')}
        />
      ) : (
        <Sentences refusal={refusal} />
      )}
    </Alert>
  )
}

/** the reasons with a sentence of their own in the texts */
const shortReasons = [
  'requiredNeedsDefault',
  'otherTarget',
  'listToOne',
  'gaps',
  'translationsDiffer',
  'valuesRepeat',
  'inUrlPattern',
] as const

/** The reason in words: a short sentence, else the issues, else the message of the service. */
function Sentences({ refusal }: Pick<RefusalProps, 'refusal'>) {
  const { t } = useTranslation('model')
  const { reason, params = {}, issues } = refusal
  const { target, count } = params
  const targetLabel = useCollection(typeof target === 'string' ? target : '')?.label
  const short = shortReasons.find((name) => name === reason)
  if (short !== undefined)
    return t(`preview.reasons.${short}`, { count: Number(count ?? 0), target: targetLabel ?? String(target) })
  if (issues.length > 0) return issues.map((issue) => <div key={issue.path}>{issueText(issue as Issue)}</div>)
  // A refusal has its reason and parameters itself, where a failure has them in its details.
  return messageOf({ ...refusal, details: refusal })
}

interface UnfitProps {
  readonly collection: Collection
  readonly id: string
  /** whether the value is in the pending draft of the item */
  readonly isInDraft: boolean
  /** what is wrong with the value */
  readonly fault: string
}

/** Names the item whose value does not fit. If the item cannot be read, it is in the trash. */
function UnfitValue({ collection, id, isInDraft, fault }: UnfitProps) {
  const { t } = useTranslation('model')
  const { data, isPending } = useQuery({ ...referredQuery(siteScope, collection.slug, id), retry: false })
  if (isPending) return fault
  if (data === undefined) return t('preview.unfitInTrash', { fault })
  return (
    <>
      <div>
        {t(isInDraft ? 'preview.unfitDraft' : 'preview.unfit', {
          title: headingOf(collection, data.item),
          fault,
        })}
      </div>
      <RouterAnchor
        size="sm"
        to="/content/$collection/$id"
        params={{ collection: collection.slug, id }}
        target="_blank"
      >
        {t('preview.openItem')}
      </RouterAnchor>
    </>
  )
}
