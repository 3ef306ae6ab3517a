import type { MetadataRoute } from 'next'
import { absolute } from '../settings'

export default function robots(): MetadataRoute.Robots {
  return { rules: { userAgent: '*', allow: '/', disallow: '/api/' }, sitemap: absolute('/sitemap.xml') }
}
