import { Pill } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './panel.module.css'

interface Term {
  readonly id: string
  readonly label: string
}

interface ChosenProps {
  readonly taxonomy: string
  readonly terms: readonly Term[]
  /** null if the terms are read-only */
  readonly onRemove: ((id: string) => void) | null
}

/** The selected terms, shown above the list of all terms. */
export function ChosenTerms({ taxonomy, terms, onRemove }: ChosenProps) {
  const { t } = useTranslation('editor')
  if (terms.length === 0) return null
  return (
    <Pill.Group role="list" aria-label={t('terms.chosen', { taxonomy })}>
      {terms.map(({ id, label }) => (
        <Pill
          key={id}
          role="listitem"
          className={classes['term'] ?? ''}
          withRemoveButton={onRemove !== null}
          removeButtonProps={{
            'aria-label': t('terms.remove', { label }),
            // By default Mantine hides this button from the keyboard and from screen readers.
            tabIndex: 0,
            'aria-hidden': false,
          }}
          onRemove={() => onRemove?.(id)}
        >
          <bdi>{label}</bdi>
        </Pill>
      ))}
    </Pill.Group>
  )
}
