import { SimpleGrid, Text, Title } from '@mantine/core'
import { Blocks, Import, type LucideIcon, Users } from 'lucide-react'
import type { PermissionName } from '@octavo/contract/access'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../session/session.tsx'
import { RouterAnchor } from '../../ui/links.tsx'
import { EmptyState } from '../../ui/states.tsx'
import classes from './dashboard.module.css'

interface Step {
  readonly name: 'model' | 'people' | 'import'
  readonly to: '/model' | '/users' | '/import'
  readonly icon: LucideIcon
  readonly permission: PermissionName
}

const steps: readonly Step[] = [
  { name: 'model', to: '/model', icon: Blocks, permission: 'schema.write' },
  { name: 'people', to: '/users', icon: Users, permission: 'users.manage' },
  { name: 'import', to: '/import', icon: Import, permission: 'import.manage' },
]

/** The first steps for a site without content. */
export function FirstSteps() {
  const { t } = useTranslation('dashboard')
  const { can } = useSession()
  const possible = steps.filter(({ permission }) => can(permission))
  if (possible.length === 0)
    return <EmptyState icon={Blocks} title={t('start.waiting.title')} text={t('start.waiting.text')} />
  return (
    <section aria-labelledby="first-steps">
      <Title order={2} size="h4" id="first-steps">
        {t('start.title')}
      </Title>
      <Text c="dimmed" mb="md">
        {t('start.text')}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: possible.length }} spacing="md">
        {possible.map(({ name, to, icon: Icon }) => (
          <RouterAnchor key={name} to={to} className={`panel ${classes['step']}`} underline="never">
            <Icon size={26} strokeWidth={1.6} aria-hidden />
            <span>
              <Text span fw={650} display="block">
                {t(`start.${name}.title`)}
              </Text>
              <Text span size="sm" c="dimmed">
                {t(`start.${name}.text`)}
              </Text>
            </span>
          </RouterAnchor>
        ))}
      </SimpleGrid>
    </section>
  )
}
