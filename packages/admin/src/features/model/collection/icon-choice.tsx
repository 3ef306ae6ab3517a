import { Group, Input, Tooltip, UnstyledButton } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { CollectionIcon, collectionIcons } from '../../../ui/collection-icon.tsx'
import classes from './icon-choice.module.css'

interface IconChoiceProps {
  readonly value: string
  readonly onChange: (name: string) => void
}

/** Selects the collection's icon in the navigation. */
export function IconChoice({ value, onChange }: IconChoiceProps) {
  const { t } = useTranslation('model')
  const id = useId()
  return (
    <Input.Wrapper label={t('collection.icon')} labelElement="div" labelProps={{ id }}>
      <Group gap={4} mt={4} role="radiogroup" aria-labelledby={id}>
        {Object.keys(collectionIcons).map((name) => (
          <Tooltip key={name} label={nameOf(name)}>
            <UnstyledButton
              component="label"
              className={classes['icon']}
              data-checked={name === value || undefined}
            >
              <input
                type="radio"
                name={id}
                className={classes['radio']}
                aria-label={nameOf(name)}
                checked={name === value}
                onChange={() => onChange(name)}
              />
              <CollectionIcon name={name} size={20} />
            </UnstyledButton>
          </Tooltip>
        ))}
      </Group>
    </Input.Wrapper>
  )
}

/** The name of an icon in words: `file-text` is `file text`. */
function nameOf(name: string): string {
  return name.replaceAll('-', ' ')
}
