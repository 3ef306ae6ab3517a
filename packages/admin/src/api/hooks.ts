import { useSyncExternalStore } from 'react'
import { connection } from './connection.ts'
import { reauthentication } from './reauthentication.ts'
import { sessionEnd } from './session-end.ts'

export function useIsReachable(): boolean {
  return useSyncExternalStore(connection.subscribe, () => connection.isReachable)
}

export function useIsSessionOver(): boolean {
  return useSyncExternalStore(sessionEnd.subscribe, () => sessionEnd.isOver)
}

export function useIsReauthenticationAsked(): boolean {
  return useSyncExternalStore(reauthentication.subscribe, () => reauthentication.isAsked)
}
