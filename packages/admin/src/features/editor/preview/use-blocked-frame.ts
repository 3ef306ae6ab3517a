import { useEffect, useState } from 'react'

/**
 * Whether the Content-Security-Policy of this page forbids frames of an origin. It allows the preview origins of the
 * time when the page was opened, so a reload helps for one that was added later.
 */
export function useBlockedFrame(origin: string): boolean {
  const [blockedOrigin, setBlockedOrigin] = useState<string | null>(null)
  useEffect(() => {
    const listen = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
      // The page can also have other frames, such as videos in rich text.
      if (effectiveDirective === 'frame-src' && originOf(blockedURI) === origin) setBlockedOrigin(origin)
    }
    document.addEventListener('securitypolicyviolation', listen)
    return () => document.removeEventListener('securitypolicyviolation', listen)
  }, [origin])
  return blockedOrigin === origin
}

function originOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).origin : null
}
