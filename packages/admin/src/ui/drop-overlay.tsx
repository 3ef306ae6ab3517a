import { Portal, Text } from '@mantine/core'
import { Upload } from 'lucide-react'
import classes from './drop-overlay.module.css'

/** An overlay over the window that says that files can be dropped. */
export function DropOverlay({ isShown, text }: { readonly isShown: boolean; readonly text: string }) {
  if (!isShown) return null
  return (
    <Portal>
      <div className={classes['overlay']}>
        <div className={classes['frame']}>
          <Upload size={36} strokeWidth={1.6} aria-hidden />
          <Text fw={650} size="lg">
            {text}
          </Text>
        </div>
      </div>
    </Portal>
  )
}
