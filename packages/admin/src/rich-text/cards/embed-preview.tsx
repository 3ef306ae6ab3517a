import { Button } from '@mantine/core'
import { playerOf } from '@octavo/contract/players'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadableUrl } from '../../ui/picture-address.ts'
import type { Block } from '../types.ts'
import classes from './cards.module.css'

/**
 * An embedded video, post or sound. The player of its provider is loaded only when the person asks for it, because the
 * provider learns of each visit.
 */
export function EmbedPreview({ block }: { readonly block: Block }) {
  const { t } = useTranslation('richText')
  const [playedUrl, setPlayedUrl] = useState<string | null>(null)
  const url = textOrEmpty(block['url'])
  const title = textOrEmpty(block['title'])
  const caption = textOrEmpty(block['caption'])
  const player = playerOf(url)
  return (
    <figure className={classes['embed']}>
      {player !== null && playedUrl === url ? (
        <iframe
          className={classes['player']}
          src={player.src}
          title={title === '' ? player.provider : title}
          data-provider={player.provider}
          // The frame has the origin of its provider, never that of this page.
          // oxlint-disable-next-line react/iframe-missing-sandbox -- the rule is about frames of the page's own origin
          sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
          allow="fullscreen; encrypted-media"
          referrerPolicy="strict-origin-when-cross-origin"
          loading="lazy"
        />
      ) : (
        <div className={classes['facade']}>
          {title !== '' && <strong dir="auto">{title}</strong>}
          <span className={classes['address']}>{url}</span>
          {player !== null && (
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<Play size={14} aria-hidden />}
              onClick={() => setPlayedUrl(url)}
            >
              {t('card.play', { provider: player.provider })}
            </Button>
          )}
        </div>
      )}
      {caption !== '' && <figcaption dir="auto">{caption}</figcaption>}
    </figure>
  )
}

/** A file: of this site with the controls of audio and video, of another site only with its name. */
export function FilePreview({ block }: { readonly block: Block }) {
  const url = textOrEmpty(block['url'])
  const name = textOrEmpty(block['filename']) || url
  const ownUrl = loadableUrl(url)
  const caption = textOrEmpty(block['caption'])
  const controls = { src: ownUrl ?? '', controls: true, preload: 'none' } as const
  return (
    <figure className={classes['embed']}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- its tracks are those of the file, which readers get */}
      {ownUrl !== null && block['media'] === 'video' && <video {...controls} className={classes['player']} />}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- its tracks are those of the file, which readers get */}
      {ownUrl !== null && block['media'] === 'audio' && <audio {...controls} />}
      <figcaption dir="auto">{[name, caption].filter((part) => part !== '').join(' · ')}</figcaption>
    </figure>
  )
}

/** A text; empty for other values. */
function textOrEmpty(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
