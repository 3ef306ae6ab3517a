import { useEffect, useState } from 'react'

/**
 * Whether the policy of this page does not allow a frame: the page was opened before the origin became a preview origin.
 */
export function useBlockedFrame(): boolean {
  const [isBlocked, setIsBlocked] = useState(false)
  useEffect(() => {
    const listen = ({ effectiveDirective }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective === 'frame-src') setIsBlocked(true)
    }
    document.addEventListener('securitypolicyviolation', listen)
    return () => document.removeEventListener('securitypolicyviolation', listen)
  }, [])
  return isBlocked
}
