import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { knowsPasskeys } from '../../api/knows-passkeys.ts'
import { joinedNotes } from '../../ui/notes.tsx'
import type { Passkey } from './account-queries.ts'
import { Entry } from './account-section.tsx'
import { When } from './when.tsx'
import { PasskeyNameDialog } from './passkey-name-dialog.tsx'
import { QuietButton } from './quiet-button.tsx'
import { StateDot } from './state-dot.tsx'
import { usePasskeyActions } from './use-passkey-actions.ts'

/**
 * A passkey in the list. The only way to sign in cannot be deleted, and the entry explains why. A passkey whose device
 * has never verified its user, by a PIN or a fingerprint, may not be able to sign in, so the entry offers to renew it.
 */
export function PasskeyEntry({ passkey }: { readonly passkey: Passkey }) {
  const { t } = useTranslation(['account', 'common'])
  const { renew, remove, isBusy } = usePasskeyActions()
  const [isRenaming, setRenaming] = useState(false)
  const { name, backedUp, userVerified, isOnlyWayIn, createdAt, lastUsedAt } = passkey
  return (
    <>
      <Entry
        title={
          <>
            <span>{name}</span>
            {backedUp && <StateDot>{t('passkeys.synced')}</StateDot>}
          </>
        }
        detail={joinedNotes([
          <When key="created" text="passkeys.created" iso={createdAt} />,
          lastUsedAt === null ? t('neverUsed') : <When key="used" text="used" iso={lastUsedAt} />,
          isOnlyWayIn && t('passkeys.onlyWayIn'),
        ])}
        {...(!userVerified && { warning: t('passkeys.unverified') })}
        actions={
          <>
            {!userVerified && knowsPasskeys() && (
              <QuietButton
                name={t('passkeys.renewNamed', { name })}
                tone="next"
                loading={isBusy}
                onClick={() => renew(passkey)}
              >
                {t('passkeys.renew')}
              </QuietButton>
            )}
            <QuietButton name={t('passkeys.renameNamed', { name })} onClick={() => setRenaming(true)}>
              {t('passkeys.rename')}
            </QuietButton>
            {!isOnlyWayIn && (
              <QuietButton
                name={t('passkeys.deleteNamed', { name })}
                tone="danger"
                onClick={() => void remove(passkey)}
              >
                {t('common:delete')}
              </QuietButton>
            )}
          </>
        }
      />
      {isRenaming && <PasskeyNameDialog passkey={passkey} onClosed={() => setRenaming(false)} />}
    </>
  )
}
