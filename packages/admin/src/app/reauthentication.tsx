import { lazy, Suspense, useState } from 'react'
import { useIsReauthenticationAsked } from '../api/hooks.ts'

// Loaded when it is first needed, because most visits do not need it.
const ReauthenticationDialog = lazy(async () => ({
  default: (await import('./reauthentication-dialog.tsx')).ReauthenticationDialog,
}))

/** The dialog that asks the person to authenticate again. It stays, so that it gives back the focus when it closes. */
export function Reauthentication() {
  const isAsked = useIsReauthenticationAsked()
  const [wasAsked, setWasAsked] = useState(false)
  if (isAsked && !wasAsked) setWasAsked(true)
  if (!wasAsked) return null
  return (
    <Suspense fallback={null}>
      <ReauthenticationDialog />
    </Suspense>
  )
}
