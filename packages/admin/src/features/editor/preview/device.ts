import { Monitor, Smartphone, Tablet } from 'lucide-react'

/** Widths of pages in pixels; a pane that is narrower shows them smaller. */
export const devices = {
  desktop: { width: 1280, icon: Monitor },
  tablet: { width: 768, icon: Tablet },
  phone: { width: 390, icon: Smartphone },
} as const

export type Device = keyof typeof devices
export const deviceNames = Object.keys(devices) as Device[]
