import { Modal, SimpleGrid, Text, UnstyledButton } from '@mantine/core'
import type { FieldTypeName } from '@octavo/contract/fields/field-type'
import { useTranslation } from 'react-i18next'
import { fieldTypeNames, fieldTypes } from '../types/registry.ts'
import classes from './type-chooser.module.css'

interface TypeChooserProps {
  readonly onChoose: (type: FieldTypeName) => void
  readonly onClose: () => void
}

/** Selects the type of a new field; each type has a description. */
export function TypeChooser({ onChoose, onClose }: TypeChooserProps) {
  const { t } = useTranslation(['model', 'common'])
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
            <TypeCard name={name} onChoose={onChoose} />
          </li>
        ))}
      </SimpleGrid>
    </Modal>
  )
}

function TypeCard({ name, onChoose }: Pick<TypeChooserProps, 'onChoose'> & { readonly name: FieldTypeName }) {
  const { t } = useTranslation('model')
  const { icon: Icon } = fieldTypes[name]
  return (
    <UnstyledButton className={classes['card']} onClick={() => onChoose(name)}>
      <Icon size={20} strokeWidth={1.8} aria-hidden className={classes['icon']} />
      <span>
        <Text component="span" fw={600} display="block">
          {t(`types.${name}.name`)}
        </Text>
        <Text component="span" size="sm" c="dimmed" display="block">
          {t(`types.${name}.about`)}
        </Text>
      </span>
    </UnstyledButton>
  )
}
