import { createClient } from '@octavo/client'
import { OCTAVO_URL } from 'astro:env/client'
import type { Site } from '../octavo'

/**
 * Octavo as browsers reach it, without a token: articles are public (`publicRead`), and drafts have the token of their
 * preview link. Its OCTAVO_CORS_ORIGINS must name this site.
 */
export const octavo = createClient<Site>({ url: OCTAVO_URL })
