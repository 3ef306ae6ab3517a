import { Button, Group, Stack, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useUnsavedWarning } from '../unsaved.tsx'
import { FailureNote } from './failure-note.tsx'
import classes from './page-form.module.css'
import type { Form } from './use-form.ts'
import { useInvalidFocus } from './use-invalid-focus.ts'

interface PageFormProps<Values> {
  readonly form: Form<Values>
  readonly isReadOnly?: boolean
  readonly children: ReactNode
}

/** A form as a screen: saved by its button or Ctrl/⌘ S, with its state always visible. */
export function PageForm<Values>({ form, isReadOnly = false, children }: PageFormProps<Values>) {
  const { t } = useTranslation(['forms', 'common'])
  const { ref, onTry } = useInvalidFocus(form.isSaving)
  // The values of some forms are those of the locale in the URL, so another locale leaves the form as well.
  useUnsavedWarning(form.hasUnsaved, { parameter: 'locale' })
  const save = () => {
    onTry()
    form.submit()
  }
  // The last two arguments: the keys work in all inputs, and in rich text.
  useHotkeys(isReadOnly ? [] : [['mod+S', save]], [], true)
  return (
    <form
      ref={ref}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <Stack>
        {children}
        {!isReadOnly && (
          <div className={classes['bar']}>
            <FailureNote failure={form.failure} />
            <Group justify="flex-end" gap="xs">
              <Text size="sm" c="dimmed" role="status" className={classes['state'] ?? ''}>
                {!form.isChanged && !form.isSaving && <Check size={16} aria-hidden />}
                {t(stateOf(form))}
              </Text>
              {form.isChanged && (
                <Button variant="default" disabled={form.isSaving} onClick={form.discard}>
                  {t('common:discardChanges')}
                </Button>
              )}
              <Button type="submit" loading={form.isSaving} disabled={!form.isChanged}>
                {t('common:save')}
              </Button>
            </Group>
          </div>
        )}
      </Stack>
    </form>
  )
}

function stateOf({ isSaving, isChanged }: Form<unknown>) {
  if (isSaving) return 'common:saving'
  return isChanged ? 'unsaved' : 'allSaved'
}
