import { notFound } from 'next/navigation'

/** Everything that no other page has an address for. */
export default function Missing(): never {
  notFound()
}
