import type { Attack, PublicFiles } from './attack.ts'
import { addressAttacks } from './attacks/addresses.ts'
import { bodyAttacks } from './attacks/bodies.ts'
import { fileAttacks } from './attacks/files.ts'
import { oauthAttacks } from './attacks/oauth.ts'
import { refusedAttacks } from './attacks/refused.ts'

/** What a visitor waits without an attack. */
const nothing: Attack = { name: 'nothing', connections: 0, requests: [] }

/** All that one client without an account tries. */
export function attacks(files: PublicFiles): readonly Attack[] {
  return [
    nothing,
    ...bodyAttacks,
    ...oauthAttacks,
    ...addressAttacks,
    ...refusedAttacks,
    ...fileAttacks(files),
  ]
}
