import { useEffect, useState } from 'react'

/**
 * Whether the policy of this page does not allow a frame of an origin: the page was opened before the origin became a
 * preview origin.
 */
export function useBlockedFrame(origin: string): boolean {
  const [blocked, setBlocked] = useState<string | null>(null)
  useEffect(() => {
    const listen = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
      // Texts can have frames, too, such as videos.
      if (effectiveDirective === 'frame-src' && originOf(blockedURI) === origin) setBlocked(origin)
    }
    document.addEventListener('securitypolicyviolation', listen)
    return () => document.removeEventListener('securitypolicyviolation', listen)
  }, [origin])
  return blocked === origin
}

function originOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).origin : null
}
