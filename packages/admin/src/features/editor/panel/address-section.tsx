import { Text, TextInput } from '@mantine/core'
import { isSlug, slugify } from '@octavo/contract/slug'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useContentScope } from '../../in-change-set/content-scope.ts'
import { followsTitle } from '../autosave/following.ts'
import { type Item, shownValue, slugKey } from '../autosave/state.ts'
import { useDraft, useEditor } from '../editor-context.ts'
import { anyDirection } from '../fields/field-editor.ts'
import { titleFieldOf } from '../field-facts.ts'
import { liveQuery } from './use-draft-changes.ts'

/** The item's slug, which follows the title unless a person edits it. */
export function AddressSection() {
  const { t } = useTranslation('editor')
  const { saver, collection, isReadOnly } = useEditor()
  const slug = useDraft((draft) => shownValue(draft, slugKey))
  const item = useDraft((draft) => draft.item)
  const isFollowingTitle = useDraft(followsTitle)
  const refusal = useDraft((draft) => draft.refusals[slugKey]?.message)
  const field = titleFieldOf(collection)
  const title = useDraft((draft) => (field === undefined ? '' : shownValue(draft, field.slug)))
  const text = typeof slug === 'string' ? slug : ''
  const fromTitle = typeof title === 'string' ? slugify(title) : ''
  const suggestion = slugify(text)
  // The service makes the slug of a new item from its title if the field is empty.
  const isEmptied = text === '' && item !== null
  const isWrong = text !== '' && !isSlug(text)
  const wrongText = isWrong ? t('address.wrong', { slug: suggestion }) : null
  const problem = isEmptied ? t('problems.required') : wrongText
  return (
    <div
      data-field={slugKey}
      data-readonly={isReadOnly || undefined}
      onFocus={() => saver.dispatch({ type: 'focused', key: slugKey })}
      onBlur={() => saver.dispatch({ type: 'blurred' })}
    >
      <TextInput
        label={t('address.label')}
        description={t(isFollowingTitle ? 'address.made' : 'address.help')}
        placeholder={fromTitle}
        value={text}
        error={refusal ?? problem}
        readOnly={isReadOnly}
        spellCheck={false}
        {...anyDirection}
        onChange={(event) => {
          const value = event.currentTarget.value
          const isValid = value === '' || isSlug(value)
          // An edit with a problem is not sent.
          const edit = isValid ? { value } : { value, problem: 'slug' }
          saver.dispatch({ type: 'edited', key: slugKey, edit, now: Date.now() })
        }}
      />
      {item?.status === 'published' && (item.hasPendingDraft === true || text !== item.slug) && (
        <LiveAddress item={item} text={text} />
      )}
    </div>
  )
}

interface LiveAddressProps {
  readonly item: Item
  /** the slug in the form */
  readonly text: string
}

/**
 * Says what happens to links if the slug in the form is not the one that visitors see. Within a change-set it is
 * compared with the slug that the item has in the set.
 */
function LiveAddress({ item, text }: LiveAddressProps) {
  const { t } = useTranslation('editor')
  const { collection } = useEditor()
  const scope = useContentScope()
  const isInSet = scope.changeSet !== undefined
  // Loaded even while there is no draft: the first save makes one, and the note must not disappear then until the live
  // version is loaded.
  const { data } = useQuery({ ...liveQuery(scope, item), enabled: !isInSet })
  const liveSlug = isInSet || item.hasPendingDraft !== true ? item.slug : data?.item.slug
  if (liveSlug === undefined || text === liveSlug) return null
  return (
    <Text size="sm" mt={6} c="var(--warn)">
      {t(collection.urlPattern === undefined ? 'address.changes' : 'address.redirects', { slug: liveSlug })}
    </Text>
  )
}
