import { Button, Center } from '@mantine/core'
import { UserRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../ui/states.tsx'
import type { Person } from './session.tsx'

/** For those whose role writes nothing. */
export function Visitor({ person }: { readonly person: Person }) {
  const { t } = useTranslation('shell')
  return (
    <Center component="main" mih="100dvh">
      <EmptyState
        icon={UserRound}
        title={t('visitor.title', { name: person.name ?? person.email })}
        text={t('visitor.text')}
        action={
          <Button component="a" href="/_cms/account">
            {t('account')}
          </Button>
        }
      />
    </Center>
  )
}
