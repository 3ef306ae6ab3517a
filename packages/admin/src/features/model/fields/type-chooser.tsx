import { Modal, SimpleGrid, Text, UnstyledButton } from '@mantine/core'
import type { FieldTypeName } from '@octavo/contract/fields/registry'
import type { LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { findOpener } from '../../../ui/form/use-return-focus.ts'
import type { Settings } from '../../editor/fields/settings/field-draft.ts'
import { fieldTypeNames, fieldTypes } from '../../editor/fields/registry.ts'
import classes from './type-chooser.module.css'
import { structureIcons } from './type-icon.tsx'

/** The chosen type of a new field, with the options of a structured field. */
export interface ChosenType {
  readonly type: FieldTypeName
  readonly options: Settings
}

interface TypeChooserProps {
  /** whether a field here can have fields within it */
  readonly hasStructures: boolean
  readonly onChoose: (chosen: ChosenType) => void
  readonly onClose: () => void
}

/** Selects the type of a new field; each type has a description. */
export function TypeChooser({ hasStructures, onChoose, onClose }: TypeChooserProps) {
  const { t } = useTranslation(['model', 'common'])
  const [opener] = useState(findOpener)
  const choose = (chosen: ChosenType) => {
    // The form of the field opens next, and returns the focus to this element when it closes.
    opener?.focus()
    onChoose(chosen)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('chooser.title')}
      size="48rem"
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Text c="dimmed" mb="md">
        {t('chooser.lead')}
      </Text>
      <SimpleGrid
        cols={{ base: 1, xs: 2, md: 3 }}
        spacing="xs"
        component="ul"
        className={classes['grid'] ?? ''}
      >
        {fieldTypeNames.map((name) => (
          <li key={name}>
            <TypeCard
              name={name}
              icon={fieldTypes[name].icon}
              onChoose={() => choose({ type: name, options: {} })}
            />
          </li>
        ))}
        {hasStructures &&
          structures.map((name) => (
            <li key={name}>
              <TypeCard
                name={name}
                icon={structureIcons[name]}
                onChoose={() => choose({ type: 'json', options: { widget: name } })}
              />
            </li>
          ))}
      </SimpleGrid>
    </Modal>
  )
}

/** the arrangements of fields within a field; each is a field of the type JSON with this widget */
const structures = ['group', 'list', 'blocks'] as const

interface TypeCardProps {
  readonly name: FieldTypeName | (typeof structures)[number]
  readonly icon: LucideIcon
  readonly onChoose: () => void
}

function TypeCard({ name, icon: Icon, onChoose }: TypeCardProps) {
  const { t } = useTranslation('model')
  return (
    <UnstyledButton className={classes['card']} onClick={onChoose}>
      <Icon size={20} strokeWidth={1.8} aria-hidden className={classes['icon']} />
      <span>
        <Text component="span" fw={650} display="block">
          {t(`types.${name}.name`)}
        </Text>
        <Text component="span" size="sm" c="dimmed" display="block">
          {t(`types.${name}.about`)}
        </Text>
      </span>
    </UnstyledButton>
  )
}
