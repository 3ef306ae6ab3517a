import { Tooltip } from '@mantine/core'
import type { TFunction } from 'i18next'
import { Check, CircleAlert, CloudUpload } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sendable } from './autosave/schedule.ts'
import { type DraftState, isManual, isStored } from './autosave/state.ts'
import { useDraft } from './editor-context.ts'
import classes from './editor-bar.module.css'

interface ShownState {
  readonly kind: 'good' | 'busy' | 'bad'
  readonly text: string
}

const icons = { good: Check, busy: CloudUpload, bad: CircleAlert }

/**
 * Shows the save state and announces it to screen readers. The state is selected as one text, so that it renders only
 * when the text changes.
 */
export function SaveState() {
  const { t } = useTranslation(['editor', 'changeSets'])
  const text = useDraft((draft) => JSON.stringify(stateOf(draft, t)))
  const shown = JSON.parse(text) as ShownState
  const Icon = icons[shown.kind]
  return (
    <Tooltip
      label={shown.text}
      multiline
      maw={340}
      position="bottom"
      disabled={shown.kind !== 'bad'}
      events={{ hover: true, focus: true, touch: true }}
    >
      <span
        className={classes['state']}
        data-kind={shown.kind}
        data-save-state
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the text can be cut off; the tooltip with all of it must open by keyboard
        tabIndex={shown.kind === 'bad' ? 0 : undefined}
      >
        {shown.text !== '' && <Icon size={16} aria-hidden className={classes['sign'] ?? ''} />}
        <span className={classes['lines']}>
          <span role="status">{shown.text}</span>
          <RetryCountdown />
        </span>
      </span>
    </Tooltip>
  )
}

/** Shown while a failed request waits to be sent again. */
function RetryCountdown() {
  const until = useDraft(({ trouble, inFlight, retryAt }) =>
    trouble !== null && inFlight === null ? retryAt : null,
  )
  return until === null ? null : <Countdown key={until} until={until} />
}

/** Counts the seconds until the retry; not announced, because screen readers have already announced the retry. */
function Countdown({ until }: { readonly until: number }) {
  const { t } = useTranslation('editor')
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.ceil((until - now) / 1000))
  return <span aria-hidden>{t('state.again', { count: seconds })}</span>
}

/** The save state in words. The first reason that applies counts, so the order of the conditions matters. */
function stateOf(draft: DraftState, t: TFunction<['editor', 'changeSets']>): ShownState {
  const { halt, trouble, inFlight, item } = draft
  if (isStored(draft)) return { kind: 'good', text: item === null ? '' : t('state.saved') }
  // Saving has stopped, for example because the session has ended.
  if (halt !== null) return { kind: 'bad', text: t(`state.${halt.kind}`, { message: halt.message }).trim() }
  // The last request has failed for now, and will be sent again.
  if (trouble !== null) return { kind: 'bad', text: t(`state.${trouble.kind}`, { ...trouble }) }
  if (inFlight !== null) return { kind: 'busy', text: t('state.saving') }
  if (Object.keys(draft.conflicts).length > 0) return { kind: 'bad', text: t('state.conflict') }
  // Some edits are invalid, or were refused.
  const hasBlockedEdits = Object.keys(sendable(draft)).length < Object.keys(draft.edits).length
  if (hasBlockedEdits) return { kind: 'bad', text: t('state.blocked') }
  if (draft.isInChangeSet) return { kind: 'busy', text: t('changeSets:within.unsaved') }
  // Automatic saves follow the edits soon, so `state.saving` is shown already.
  return { kind: 'busy', text: t(isManual(draft) ? 'state.manual' : 'state.saving') }
}
