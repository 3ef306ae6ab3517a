import { createClient } from '@octavo/client'
import { OCTAVO_URL } from 'astro:env/client'
import { OCTAVO_TOKEN } from 'astro:env/server'
import type { Site } from './octavo'

/** Octavo, with the token of the site: it reads what visitors see, and nothing else. Only the build has it. */
export const octavo = createClient<Site>({ url: OCTAVO_URL, token: OCTAVO_TOKEN })
