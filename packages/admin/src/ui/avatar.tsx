import { Settings } from 'lucide-react'
import classes from './avatar.module.css'

interface AvatarProps {
  /** null: the service, which is not a person */
  readonly id: string | null
  /** null if the reader may not see the name */
  readonly name: string | null
}

/** number of colours in the style sheet */
const colors = 6

/** A person as a circle with initials, next to the name. */
export function Avatar({ id, name }: AvatarProps) {
  if (id === null)
    return (
      <span className={classes['avatar']} data-service aria-hidden>
        <Settings size={14} />
      </span>
    )
  return (
    // CSS shows the initials, because text here would become part of the accessible name of a surrounding button.
    <span
      className={classes['avatar']}
      data-color={colorOf(id)}
      data-initials={initialsOf(name)}
      aria-hidden
    />
  )
}

/** The initials of the first and the last name. */
export function initialsOf(name: string | null): string {
  const words = (name ?? '').trim().split(/\s+/u)
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map((word = '') => [...word][0] ?? '')
  const text = letters.join('').toUpperCase()
  return text === '' ? '?' : text
}

/** The number of a colour: a hash of the id, so that a person has the same colour everywhere. */
function colorOf(id: string): number {
  let sum = 0
  for (const sign of id) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 997
  return sum % colors
}
