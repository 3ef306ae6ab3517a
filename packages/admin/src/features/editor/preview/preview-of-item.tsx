import { Button, Text } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FailureState } from '../../../ui/states.tsx'
import type { Device } from './device.ts'
import { LinkTools } from './link-tools.tsx'
import { PaneTools } from './pane-tools.tsx'
import { PreviewFrame } from './preview-frame.tsx'
import classes from './preview.module.css'
import { useBlockedFrame } from './use-blocked-frame.ts'
import { useFrameMessages } from './use-frame-messages.ts'
import { type PreviewedItem, usePreviewLink } from './use-preview-link.ts'

interface OfItemProps {
  readonly shown: PreviewedItem
  readonly close: ReactNode
}

/** The page of an item by a preview link, which is made when the pane is opened. */
export function PreviewOfItem({ shown, close }: OfItemProps) {
  const { t } = useTranslation('preview')
  const { link, url, error, refetch, revoke } = usePreviewLink(shown)
  const [device, setDevice] = useState<Device>('desktop')
  const [loads, setLoads] = useState(0)
  const frame = useRef<HTMLIFrameElement>(null)
  const isBlocked = useBlockedFrame(shown.origin)
  useFrameMessages({ frame, origin: shown.origin, id: shown.id })
  return (
    <>
      <PaneTools>
        {url !== null && (
          <LinkTools
            url={url}
            device={device}
            onDevice={setDevice}
            onReload={() => setLoads(loads + 1)}
            revoke={revoke}
          />
        )}
        {close}
      </PaneTools>
      {url !== null && !isBlocked && (
        <PreviewFrame key={`${url} ${loads}`} frame={frame} url={url} device={device} />
      )}
      {url !== null && isBlocked && (
        <Note text={t('blocked', { origin: shown.origin })}>
          <Button variant="default" onClick={() => location.reload()}>
            {t('reloadAdmin')}
          </Button>
        </Note>
      )}
      {link === null && (
        <Note text={t('revoked')}>
          <Button variant="default" onClick={() => void refetch()}>
            {t('newLink')}
          </Button>
        </Note>
      )}
      {link && url === null && <Note text={t('noAddress', { pattern: shown.urlPattern })} />}
      {link === undefined && error !== null && <FailureState error={error} onRetry={() => void refetch()} />}
    </>
  )
}

function Note({ text, children }: { readonly text: string; readonly children?: ReactNode }) {
  return (
    <div className={classes['note']} role="status">
      <Text>{text}</Text>
      {children}
    </div>
  )
}
