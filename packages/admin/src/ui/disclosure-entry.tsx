import { Collapse, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import classes from './disclosure-entry.module.css'
import { TimeText } from './times.tsx'

interface DisclosureEntryProps {
  readonly heading: ReactNode
  readonly detail: ReactNode
  readonly time: string
  /** rendered only while the entry is open */
  readonly children: ReactNode
}

/** A log entry in one line; the details open below it. */
export function DisclosureEntry({ heading, detail, time, children }: DisclosureEntryProps) {
  const [isOpen, { toggle }] = useDisclosure()
  const id = useId()
  return (
    <div className={classes['entry']}>
      <UnstyledButton className={classes['line']} onClick={toggle} aria-expanded={isOpen} aria-controls={id}>
        <ChevronRight size={16} aria-hidden className={classes['arrow']} data-open={isOpen} />
        <div className={classes['what']}>
          {heading}
          <Text size="sm" c="dimmed" dir="auto">
            {detail}
          </Text>
        </div>
        <Text size="sm" c="dimmed" component="span">
          <TimeText iso={time} />
        </Text>
      </UnstyledButton>
      <Collapse expanded={isOpen} id={id}>
        {isOpen && <div className={classes['details']}>{children}</div>}
      </Collapse>
    </div>
  )
}
