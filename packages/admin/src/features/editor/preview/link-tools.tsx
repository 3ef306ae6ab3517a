import { ActionIcon, CopyButton, Tooltip } from '@mantine/core'
import { Check, ExternalLink, Link2, Link2Off, RotateCw, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { confirm } from '../../../ui/confirm.tsx'
import { notifyError, notifySuccess } from '../../../ui/notify.tsx'
import { type Device, deviceNames, devices } from './device.ts'
import classes from './preview.module.css'

interface LinkToolsProps {
  readonly url: string
  readonly device: Device
  readonly onDevice: (device: Device) => void
  readonly onReload: () => void
  /** revokes the preview links of the item and returns their number; null if the link is that of a change-set */
  readonly revoke: (() => Promise<number>) | null
}

/** The buttons for the width of the page and for its link. */
export function LinkTools({ url, device, onDevice, onReload, revoke }: LinkToolsProps) {
  const { t } = useTranslation('preview')
  const askAndRevoke = async (revokeLinks: () => Promise<number>) => {
    const isAgreed = await confirm({
      title: t('revoke.title'),
      text: t('revoke.text'),
      action: t('revoke.action'),
      isDangerous: true,
    })
    if (isAgreed) notifySuccess(t('revoke.done', { count: await revokeLinks() }))
  }
  return (
    <>
      <div className={classes['devices']} role="group" aria-label={t('widths')}>
        {deviceNames.map((name) => (
          <Tool
            key={name}
            label={t(`devices.${name}`, { width: devices[name].width })}
            icon={devices[name].icon}
            isPressed={name === device}
            onClick={() => onDevice(name)}
          />
        ))}
      </div>
      <Tool label={t('reload')} icon={RotateCw} onClick={onReload} />
      <Tooltip label={t('open')}>
        <ActionIcon
          component="a"
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          variant="subtle"
          color="gray"
          aria-label={t('open')}
        >
          <ExternalLink size={17} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <CopyButton value={url} timeout={2000}>
        {({ copied, copy }) => (
          <Tool label={t(copied ? 'copied' : 'copy')} icon={copied ? Check : Link2} onClick={copy} />
        )}
      </CopyButton>
      {revoke !== null && (
        <Tool
          label={t('revoke.action')}
          icon={Link2Off}
          onClick={() => void askAndRevoke(revoke).catch(notifyError)}
        />
      )}
    </>
  )
}

interface ToolProps {
  readonly label: string
  readonly icon: LucideIcon
  readonly isPressed?: boolean
  readonly onClick: () => void
}

/** An icon button. `isPressed` is undefined for one that is not a toggle. */
function Tool({ label, icon: Icon, isPressed, onClick }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant={isPressed === true ? 'default' : 'subtle'}
        color="gray"
        aria-label={label}
        aria-pressed={isPressed}
        onClick={onClick}
      >
        <Icon size={17} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
