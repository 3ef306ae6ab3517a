import { Button } from '@mantine/core'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './panel.module.css'

const TaxonomyDialog = lazy(async () => ({
  default: (await import('../../taxonomies/taxonomy-dialog.tsx')).TaxonomyDialog,
}))

/** Offers to create the first taxonomy of a collection, in the place where its terms would be. */
export function FirstTaxonomy({ collection }: { readonly collection: string }) {
  const { t } = useTranslation('editor')
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={classes['section']}>
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<Plus size={14} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('terms.first')}
      </Button>
      {isOpen && (
        <Suspense>
          <TaxonomyDialog collections={[collection]} onClosed={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
