import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'

const millisecondsOfDay = 24 * 60 * 60 * 1000

/** milliseconds from the creation of a token until it expires */
const expiries = {
  days30: 30 * millisecondsOfDay,
  days90: 90 * millisecondsOfDay,
  days365: 365 * millisecondsOfDay,
  never: null,
} as const
export type Expiry = keyof typeof expiries

interface ExpirySelectProps {
  readonly value: Expiry
  readonly onChange: (value: Expiry) => void
}

export function ExpirySelect({ value, onChange }: ExpirySelectProps) {
  const { t } = useTranslation('account')
  return (
    <NativeSelect
      label={t('tokens.form.expiry')}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value as Expiry)}
      data={Object.keys(expiries).map((name) => ({
        value: name,
        label: t(`tokens.form.expiries.${name as Expiry}`),
      }))}
      maw={220}
    />
  )
}

/** The time at which a token that is created now expires; null for never. */
export function expiryOf(expiry: Expiry): string | null {
  const lifetime = expiries[expiry]
  return lifetime === null ? null : new Date(Date.now() + lifetime).toISOString()
}
