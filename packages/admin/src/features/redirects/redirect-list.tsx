import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus, Signpost } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DeleteItem } from '../../ui/delete-item.tsx'
import { EndOfPages } from '../../ui/endless.tsx'
import { RouterAnchor } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import { EmptyState, FailureState, ListSkeleton } from '../../ui/states.tsx'
import { TimeText } from '../../ui/times.tsx'
import { NewRedirectDialog } from './new-redirect-dialog.tsx'
import { type Redirect, redirectsQuery } from './redirect-queries.ts'
import { useRedirectDeletion } from './use-redirect-deletion.ts'

/** All redirects, by their paths. */
export function RedirectList() {
  const { t } = useTranslation('redirects')
  const [isCreating, setCreating] = useState(false)
  const pages = useInfiniteQuery(redirectsQuery)
  const redirects = pages.data?.pages.flatMap(({ items }) => items)
  const createButton = (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      {t('new')}
    </Button>
  )
  return (
    <Page title={t('title')} lead={t('lead')} actions={redirects?.length !== 0 && createButton}>
      {redirects === undefined && pages.error === null && <ListSkeleton />}
      {redirects === undefined && pages.error !== null && (
        <FailureState error={pages.error} onRetry={() => void pages.refetch()} />
      )}
      {redirects?.length === 0 && (
        <EmptyState icon={Signpost} title={t('emptyTitle')} text={t('emptyText')} action={createButton} />
      )}
      {redirects !== undefined && redirects.length > 0 && (
        <Rows label={t('title')}>
          {redirects.map((redirect) => (
            <RedirectRow key={redirect.id} redirect={redirect} />
          ))}
        </Rows>
      )}
      <EndOfPages pages={pages} />
      {isCreating && <NewRedirectDialog onClosed={() => setCreating(false)} />}
    </Page>
  )
}

function RedirectRow({ redirect }: { readonly redirect: Redirect }) {
  const { t } = useTranslation(['redirects', 'common'])
  const remove = useRedirectDeletion()
  const { from, to, collection, itemId, status, createdAt } = redirect
  // A redirect to an item follows the address of the item, which has none before it is published.
  const target = to ?? t('noAddress')
  return (
    <Row
      heading={<strong dir="ltr">{readable(from)}</strong>}
      detail={
        <>
          →{' '}
          {collection !== null && itemId !== null ? (
            <RouterAnchor to="/content/$collection/$id" params={{ collection, id: itemId }}>
              {readable(target)}
            </RouterAnchor>
          ) : (
            readable(target)
          )}
        </>
      }
      aside={
        <>
          {status}
          <TimeText iso={createdAt} />
        </>
      }
      actions={
        <RowMenu label={t('more', { from: readable(from) })}>
          <DeleteItem onDelete={() => void remove(redirect)} />
        </RowMenu>
      }
    />
  )
}

/** An address with its percent-encoded letters decoded. */
function readable(address: string): string {
  try {
    return decodeURI(address)
  } catch {
    // An external address can contain a percent sign that encodes nothing.
    return address
  }
}
