import { Textarea } from '@mantine/core'
import { limits } from '@octavo/contract/limits'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { bindText } from '../../ui/form/bind.ts'
import { longerThan } from '../../ui/form/checks.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { useDialogForm } from '../../ui/form/use-dialog-form.ts'
import { notifySuccess } from '../../ui/notify.tsx'
import type { ChangeSetDetails } from '../in-change-set/change-set-queries.ts'

export type Decision = 'submit' | 'approve' | 'reject' | 'comment'

interface ReviewProps {
  readonly set: ChangeSetDetails
  readonly decision: Decision
  readonly onClosed: () => void
}

/** Submits, approves, rejects or comments on a set, with a comment. */
export function ReviewDialog({ set: { id, digest }, decision, onClosed }: ReviewProps) {
  const { t } = useTranslation(['changeSets', 'forms'])
  const client = useQueryClient()
  const isCommentRequired = decision === 'comment' || decision === 'reject'
  const form = useDialogForm({
    stored: { comment: '' },
    check: ({ comment }) => ({
      comment:
        isCommentRequired && comment.trim() === ''
          ? t('forms:required')
          : longerThan(comment, limits.description),
    }),
    // `digest` identifies the changes that the reviewer has seen: the service refuses a review of other ones.
    save: ({ comment }) => {
      const commentInput = comment.trim() === '' ? {} : { comment: comment.trim() }
      return decision === 'submit'
        ? api.changeSets.submit({ id, ...commentInput })
        : api.changeSets.review({ id, decision, digest, ...commentInput })
    },
    onSaved: () => {
      void client.invalidateQueries({ queryKey: keys.changeSets })
      notifySuccess(t(`done.${decision}`))
    },
  })
  return (
    <FormDialog
      title={t(`actions.${decision}`)}
      submit={t(`actions.${decision}`)}
      form={form}
      onClosed={onClosed}
    >
      <Textarea
        label={t('comment')}
        required={isCommentRequired}
        autosize
        minRows={3}
        data-autofocus
        {...bindText(form, 'comment')}
      />
    </FormDialog>
  )
}
