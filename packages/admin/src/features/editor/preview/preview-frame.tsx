import { useElementSize } from '@mantine/hooks'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { type Device, devices } from './device.ts'
import classes from './preview.module.css'

interface FrameProps {
  readonly frame: RefObject<HTMLIFrameElement | null>
  readonly url: string
  readonly device: Device
}

/** The page of the site at the width of a device, scaled down if the pane is narrower. */
export function PreviewFrame({ frame, url, device }: FrameProps) {
  const { t } = useTranslation('preview')
  const { ref, width, height } = useElementSize()
  const full = devices[device].width
  const scale = width === 0 ? 1 : Math.min(1, width / full)
  return (
    <div ref={ref} className={classes['stage']}>
      <div className={classes['page']} style={{ width: full * scale, height }} data-device={device}>
        {/* The frame may not navigate this page, so the site cannot lead the person away from the editor. */}
        <iframe
          ref={frame}
          src={url}
          title={t('frame')}
          className={classes['frame']}
          // oxlint-disable-next-line react/iframe-missing-sandbox -- the site has another origin, and needs its scripts and cookies
          sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox"
          referrerPolicy="no-referrer"
          style={{ width: full, height: height / scale, transform: `scale(${scale})` }}
        />
      </div>
    </div>
  )
}
