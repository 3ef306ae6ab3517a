import { Radio, Stack } from '@mantine/core'
import { roles } from '@octavo/contract/access'
import { useTranslation } from 'react-i18next'

interface RoleChoiceProps {
  /** the number of the role in the table of roles */
  readonly value: number
  readonly onChange: (role: number) => void
  readonly error?: string | undefined
}

/** The roles, each with a description of its permissions. */
export function RoleChoice({ value, onChange, error }: RoleChoiceProps) {
  const { t } = useTranslation(['users', 'common'])
  return (
    <Radio.Group
      label={t('role')}
      value={String(value)}
      onChange={(role) => onChange(Number(role))}
      error={error}
    >
      <Stack gap="xs" mt="xs">
        {Object.values(roles).map((role) => (
          <Radio
            key={role}
            value={String(role)}
            label={t(`common:roles.${role}`)}
            description={t(`about.${role}`)}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}
