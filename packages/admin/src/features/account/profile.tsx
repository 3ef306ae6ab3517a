import { Button, NativeSelect, Text } from '@mantine/core'
import type { Role } from '@octavo/contract/access'
import { LogOut } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../session/session.tsx'
import { signOut } from '../../session/sign-out.ts'
import classes from './account-section.module.css'
import { AccountSection } from './account-section.tsx'
import { chooseLanguage, chosenLanguage, type LanguageChoice, languageChoices } from './language-choice.ts'
import { NameDialog } from './name-dialog.tsx'
import { QuietButton } from './quiet-button.tsx'

/** The person's name, address and role, and the language of the interface. */
export function Profile() {
  const { t } = useTranslation(['account', 'common', 'shell'])
  const { person } = useSession()
  const [isChanging, setChanging] = useState(false)
  return (
    <AccountSection
      id="profile"
      title={t('profile.title')}
      action={
        <Button
          variant="default"
          leftSection={<LogOut size={16} aria-hidden />}
          onClick={() => void signOut()}
        >
          {t('shell:signOut')}
        </Button>
      }
    >
      <dl className={classes['facts']}>
        <Fact
          term={t('profile.name')}
          action={
            <QuietButton name={t('profile.changeName')} onClick={() => setChanging(true)}>
              {t('profile.change')}
            </QuietButton>
          }
        >
          <bdi>{person.name ?? t('profile.noName')}</bdi>
        </Fact>
        <Fact term={t('profile.email')}>{person.email}</Fact>
        <Fact term={t('profile.role')}>{t(`common:roles.${person.role as Role}`)}</Fact>
        <Fact term={t('profile.language')}>
          <LanguageSelect />
        </Fact>
      </dl>
      {isChanging && <NameDialog name={person.name ?? ''} onClosed={() => setChanging(false)} />}
    </AccountSection>
  )
}

interface FactProps {
  readonly term: string
  readonly action?: ReactNode
  readonly children: ReactNode
}

function Fact({ term, action, children }: FactProps) {
  return (
    <div className={classes['fact']}>
      <dt>{term}</dt>
      <dd>{children}</dd>
      {action !== undefined && <dd>{action}</dd>}
    </div>
  )
}

function LanguageSelect() {
  const { t } = useTranslation('account')
  return (
    <>
      <NativeSelect
        aria-label={t('profile.language')}
        aria-describedby="language-help"
        maw={220}
        value={chosenLanguage()}
        onChange={({ currentTarget }) => chooseLanguage(currentTarget.value as LanguageChoice)}
        data={languageChoices.map((value) => ({ value, label: t(`profile.languages.${value}`) }))}
      />
      <Text size="sm" c="dimmed" id="language-help" mt={4}>
        {t('profile.languageHelp')}
      </Text>
    </>
  )
}
