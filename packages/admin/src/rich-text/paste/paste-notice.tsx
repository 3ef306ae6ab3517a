import { CloseButton } from '@mantine/core'
import { BehaviorPlugin } from '@portabletext/editor/plugins'
import { memo, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../rich-text.module.css'
import { clipboardBehaviors } from './behaviors.ts'
import type { LeftOut } from './clean-html.ts'

/** Handles pasted content, and shows what was removed from it. */
export const PasteNotice = memo(function PasteNotice() {
  const { t } = useTranslation('richText')
  const [leftOut, setLeftOut] = useState<LeftOut | null>(null)
  const behaviors = useMemo(
    () => clipboardBehaviors((found) => setLeftOut(found.pictures + found.links > 0 ? found : null)),
    [],
  )
  return (
    <>
      <BehaviorPlugin behaviors={behaviors} />
      <div role="status">
        {leftOut !== null && (
          <div className={classes['notice']}>
            <span>
              {leftOut.pictures > 0 && t('paste.pictures', { count: leftOut.pictures })}{' '}
              {leftOut.links > 0 && t('paste.links', { count: leftOut.links })}
            </span>
            <CloseButton aria-label={t('paste.close')} onClick={() => setLeftOut(null)} />
          </div>
        )}
      </div>
    </>
  )
})
