import { Input, SegmentedControl, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import type { RichTextHandle } from '../../rich-text/types.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { useDialogForm } from '../../ui/form/use-dialog-form.ts'
import { notifySuccess } from '../../ui/notify.tsx'
import { WidgetFields } from './widget-fields.tsx'
import { kinds } from './widget-name.ts'
import type { Widget } from './widget-queries.ts'
import { changesOf, inputOf, newWidget, valuesOf, widgetProblems } from './widget-values.ts'

interface WidgetDialogProps {
  readonly area: string
  /** the widget to edit; undefined to create one */
  readonly widget?: Widget
  readonly onSaved: () => void
  readonly onClosed: () => void
}

export function WidgetDialog({ area, widget, onSaved, onClosed }: WidgetDialogProps) {
  const { t } = useTranslation(['widgets', 'common'])
  const client = useQueryClient()
  const isNew = widget === undefined
  // The values of when the dialog was opened: with refreshed ones, a kind that another person has set meanwhile could
  // be combined with the content that this person enters.
  const [stored] = useState(() => (isNew ? newWidget : valuesOf(widget)))
  const editor = useRef<RichTextHandle>(null)
  const form = useDialogForm({
    stored,
    check: widgetProblems,
    // The rich-text editor reports changes with a delay.
    flush: () => editor.current?.flush(),
    save: (values, changes) =>
      isNew
        ? api.widgets.create({ name: area, ...inputOf(values) })
        : api.widgets.update({ name: area, widgetId: widget.id, ...changesOf(values, changes) }),
    onSaved: () => {
      onSaved()
      notifySuccess(t(isNew ? 'widget.added' : 'widget.changed'))
      void client.invalidateQueries({ queryKey: keys.widgets })
    },
  })
  const { values, errorOf, set } = form
  return (
    <FormDialog
      title={t(isNew ? 'widget.new' : 'widget.edit')}
      submit={t(isNew ? 'common:add' : 'common:save')}
      form={form}
      onClosed={onClosed}
      size="xl"
    >
      <TextInput
        label={t('widget.title')}
        description={t('widget.titleHelp')}
        value={values.title}
        onChange={({ currentTarget }) => set('title', currentTarget.value)}
        error={errorOf('title')}
        dir="auto"
        data-autofocus
      />
      <Input.Wrapper label={t('widget.kind')} labelElement="div" error={errorOf('kind')}>
        <SegmentedControl
          fullWidth
          aria-label={t('widget.kind')}
          data={kinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          value={values.kind}
          onChange={(kind) => set('kind', kind)}
        />
      </Input.Wrapper>
      <WidgetFields form={form} editor={editor} />
    </FormDialog>
  )
}
