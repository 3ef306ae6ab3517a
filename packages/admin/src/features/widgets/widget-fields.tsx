import { Select, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { growing } from '../../ui/growing.ts'
import type { RichTextHandle } from '../../rich-text/types.ts'
import { bind, bindText } from '../../ui/form/bind.ts'
import type { Form } from '../../ui/form/use-form.ts'
import { SiteRichText } from '../site-rich-text/site-rich-text.tsx'
import { menusQuery } from '../menus/menu-queries.ts'
import type { WidgetValues } from './widget-values.ts'

interface FieldsProps {
  readonly form: Form<WidgetValues>
}

/** The fields for the widget's kind. */
export function WidgetFields({ form, editor }: FieldsProps & { readonly editor: Ref<RichTextHandle> }) {
  const { kind } = form.values
  if (kind === 'menu') return <MenuField form={form} />
  if (kind === 'component') return <ComponentFields form={form} />
  return (
    <>
      {kind === 'other' && <TypeField form={form} />}
      <ContentField form={form} editor={editor} />
    </>
  )
}

function MenuField({ form }: FieldsProps) {
  const { t } = useTranslation('widgets')
  const { data } = useQuery(menusQuery)
  const menus = data?.items ?? []
  return (
    <Select
      label={t('widget.menu')}
      description={data?.items.length === 0 ? t('widget.menuNone') : undefined}
      data={menus.map(({ name, label }) => ({ value: name, label: `${label} (${name})` }))}
      value={form.values.menuName || null}
      onChange={(name) => form.set('menuName', name ?? '')}
      error={form.errorOf('menuName')}
      required
      searchable
    />
  )
}

function ComponentFields({ form }: FieldsProps) {
  const { t } = useTranslation('widgets')
  return (
    <>
      <TextInput
        label={t('widget.component')}
        description={t('widget.componentHelp')}
        {...bindText(form, 'componentId')}
        required
        spellCheck={false}
      />
      <Textarea
        label={t('widget.props')}
        description={t('widget.propsHelp')}
        {...bindText(form, 'componentProps')}
        {...growing(3, 16)}
        spellCheck={false}
      />
    </>
  )
}

function TypeField({ form }: FieldsProps) {
  const { t } = useTranslation('widgets')
  return (
    <TextInput
      label={t('widget.type')}
      description={t('widget.typeHelp')}
      {...bindText(form, 'type')}
      required
      spellCheck={false}
      autoCapitalize="none"
    />
  )
}

function ContentField({ form, editor }: FieldsProps & { readonly editor: Ref<RichTextHandle> }) {
  const { t } = useTranslation('widgets')
  return (
    <SiteRichText
      label={t('widget.content')}
      {...bind(form, 'content')}
      issues={form.issuesOf('content')}
      // Another version makes the editor take its value from the form again.
      version={form.values.kind}
      ref={editor}
    />
  )
}
