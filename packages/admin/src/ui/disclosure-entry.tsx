import { Collapse, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import classes from './disclosure-entry.module.css'
import { TimeText } from './times.tsx'

interface DisclosureEntryProps {
  readonly heading: ReactNode
  /** the object that the entry is about, which can be a link */
  readonly about?: ReactNode
  readonly detail: ReactNode
  readonly time: string
  /** rendered only while the entry is open */
  readonly children: ReactNode
}

/** A log entry in one line; the details open below it. */
export function DisclosureEntry({ heading, about, detail, time, children }: DisclosureEntryProps) {
  const [isOpen, { toggle }] = useDisclosure()
  const id = useId()
  return (
    <div className={classes['entry']}>
      <div className={classes['line']}>
        <div className={classes['what']}>
          {/* The button is as large as the line; a link in the line lies over it. */}
          <UnstyledButton
            className={classes['toggle']}
            onClick={toggle}
            aria-expanded={isOpen}
            aria-controls={id}
            aria-labelledby={`${id}-heading ${id}-about`}
            aria-describedby={`${id}-detail`}
          >
            <ChevronRight size={16} aria-hidden className={classes['arrow']} data-open={isOpen} />
            <span id={`${id}-heading`}>{heading}</span>
          </UnstyledButton>{' '}
          <span id={`${id}-about`} className={classes['about']}>
            {about}
          </span>
          <Text id={`${id}-detail`} size="sm" c="dimmed" dir="auto">
            {detail}
          </Text>
        </div>
        <Text size="sm" c="dimmed" component="span">
          <TimeText iso={time} />
        </Text>
      </div>
      <Collapse expanded={isOpen} id={id}>
        {isOpen && <div className={classes['details']}>{children}</div>}
      </Collapse>
    </div>
  )
}
