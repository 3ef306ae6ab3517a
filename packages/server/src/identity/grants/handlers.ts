import type { HandlersOf } from '../../core/handler.ts'
import { approveAuthorization, considerAuthorization } from './authorization.ts'
import { exchangeCode } from './code-exchange.ts'
import { considerDevice, decideDevice, startDevice } from './device.ts'
import { exchangeDevice } from './device-exchange.ts'
import { refresh } from './refreshing.ts'
import { register } from './registration.ts'
import { revoke } from './revocation.ts'

export const oauthHandlers: HandlersOf<'oauth'> = {
  considerAuthorization,
  approveAuthorization,
  exchangeCode,
  refresh,
  startDevice,
  considerDevice,
  decideDevice,
  exchangeDevice,
  register,
  revoke,
}
