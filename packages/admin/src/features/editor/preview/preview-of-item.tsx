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
  /** the button that closes the pane */
  readonly closeButton: ReactNode
}

/** The page of an item by a preview link, which is created when the pane is opened. */
export function PreviewOfItem({ shown, closeButton }: OfItemProps) {
  const { t } = useTranslation('preview')
  // `link` is undefined until it is created, and null after it was revoked.
  const { link, url, error, refetch, revoke } = usePreviewLink(shown)
  const [device, setDevice] = useState<Device>('desktop')
  /** how often the person has reloaded the page; part of the frame's key, so that each time makes a new frame */
  const [reloads, setReloads] = useState(0)
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
            onReload={() => setReloads(reloads + 1)}
            revoke={revoke}
          />
        )}
        {closeButton}
      </PaneTools>
      {url !== null && !isBlocked && (
        <PreviewFrame key={`${url} ${reloads}`} frame={frame} url={url} device={device} />
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
      {/* The link has no URL while the item lacks a value that the URL pattern needs. */}
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
