import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './account-section.module.css'

interface AccountSectionProps {
  /** id of the section in the page, for links */
  readonly id: string
  readonly title: string
  readonly lead?: string
  /** the button beside the title */
  readonly action?: ReactNode
  readonly children: ReactNode
}

/** A part of the account, with its own heading. */
export function AccountSection({ id, title, lead, action, children }: AccountSectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={classes['section']}>
      <div className={classes['head']}>
        <div className={classes['heading']}>
          <Title order={2} id={`${id}-title`} className={classes['title'] ?? ''}>
            {title}
          </Title>
          {lead !== undefined && (
            <Text size="sm" c="dimmed">
              {lead}
            </Text>
          )}
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}

/** The list of a section. */
export function Entries({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <ul className={classes['entries']} aria-label={label}>
      {children}
    </ul>
  )
}

interface EntryProps {
  readonly title: ReactNode
  /** short facts */
  readonly detail?: ReactNode
  /** what the person should do now */
  readonly warning?: ReactNode
  readonly actions?: ReactNode
}

export function Entry({ title, detail, warning, actions }: EntryProps) {
  return (
    <li className={classes['entry']}>
      <div className={classes['main']}>
        <div className={classes['name']} dir="auto">
          {title}
        </div>
        {detail !== undefined && (
          <Text size="sm" c="dimmed" component="div">
            {detail}
          </Text>
        )}
        {warning !== undefined && (
          <Text size="sm" component="div" className={classes['warning'] ?? ''}>
            {warning}
          </Text>
        )}
      </div>
      {actions !== undefined && <div className={classes['actions']}>{actions}</div>}
    </li>
  )
}

/** The empty state of a list, which says what will be listed. */
export function NoEntries({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div className={classes['none']}>
      <Text size="sm" fw={650}>
        {title}
      </Text>
      <Text size="sm" c="dimmed">
        {text}
      </Text>
    </div>
  )
}
