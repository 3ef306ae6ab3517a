import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import type { Any } from './json.ts'

/** What a device writes into what it signs; tests change it to see that each is looked at. */
export interface Deviation {
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  /** instead of the next count */
  counter?: number
  isUserPresent?: boolean
  /** whether the device has checked who uses it */
  isUserVerified?: boolean
  userHandle?: string | null
  /** signs with an unknown key */
  hasWrongKey?: boolean
}

interface Credential {
  readonly id: Buffer
  readonly key: KeyObject
  readonly publicKey: KeyObject
  readonly userHandle: string
  counter: number
}

/**
 * An authenticator in software (WebAuthn Level 3): it makes ES256 passkeys and signs with them, as a browser hands the
 * results on. `countsUp` is false for those that synchronise their passkeys, which always count 0.
 */
export class Authenticator {
  readonly #origin: string
  readonly #countsUp: boolean
  readonly #credentials: Credential[] = []

  constructor(origin: string, { countsUp = true }: { countsUp?: boolean } = {}) {
    this.#origin = origin
    this.#countsUp = countsUp
  }

  /** What `navigator.credentials.create` gives for options. */
  create(options: Any, deviation: Deviation = {}) {
    const { privateKey: key, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const id = randomBytes(32)
    const counter = deviation.counter ?? 0
    const userHandle = options.user.id as string
    this.#credentials.push({ id, key, publicKey, userHandle, counter })
    const attested = Buffer.concat([Buffer.alloc(16), bigEndian(id.length, 2), id, coseKey(publicKey)])
    const data = Buffer.concat([this.#authenticatorData(options.rp.id, counter, deviation, 0x40), attested])
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      cborText('fmt'),
      cborText('none'),
      cborText('attStmt'),
      Buffer.from([0xa0]),
      cborText('authData'),
      cborBytes(data),
    ])
    return {
      id: id.toString('base64url'),
      rawId: id.toString('base64url'),
      type: 'public-key',
      response: {
        clientDataJSON: this.#clientData('webauthn.create', options.challenge, deviation).toString(
          'base64url',
        ),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
      clientExtensionResults: {},
      authenticatorAttachment: 'platform',
    }
  }

  /** What `navigator.credentials.get` gives for options, with the newest passkey. */
  get(options: Any, deviation: Deviation = {}) {
    const credential = this.#credentials.at(-1)
    if (credential === undefined) throw new Error('This authenticator has no passkey.')
    if (this.#countsUp) credential.counter++
    const counter = deviation.counter ?? credential.counter
    const data = this.#authenticatorData(options.rpId, counter, deviation, 0)
    const client = this.#clientData('webauthn.get', options.challenge, deviation)
    const key =
      deviation.hasWrongKey === true
        ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
        : credential.key
    const signature = createSign('sha256')
      .update(Buffer.concat([data, sha256(client)]))
      .sign(key)
    return {
      id: credential.id.toString('base64url'),
      rawId: credential.id.toString('base64url'),
      type: 'public-key',
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: deviation.userHandle === undefined ? credential.userHandle : deviation.userHandle,
      },
      clientExtensionResults: {},
      authenticatorAttachment: 'platform',
    }
  }

  #clientData(type: string, challenge: string, deviation: Deviation): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: deviation.type ?? type,
        challenge: deviation.challenge ?? challenge,
        origin: deviation.origin ?? this.#origin,
        crossOrigin: false,
      }),
    )
  }

  #authenticatorData(rpId: string, counter: number, deviation: Deviation, flags: number): Buffer {
    const present = deviation.isUserPresent === false ? 0 : 0x01
    const verified = deviation.isUserVerified === false ? 0 : 0x04
    return Buffer.concat([
      sha256(Buffer.from(deviation.rpId ?? rpId)),
      Buffer.from([flags | present | verified]),
      bigEndian(counter, 4),
    ])
  }
}

function sha256(data: Buffer): Buffer {
  return createHash('sha256').update(data).digest()
}

function bigEndian(value: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntBE(value, 0, bytes)
  return buffer
}

function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])
}

function cborBytes(bytes: Buffer): Buffer {
  const head = bytes.length < 256 ? [0x58, bytes.length] : [0x59, bytes.length >> 8, bytes.length & 255]
  return Buffer.concat([Buffer.from(head), bytes])
}

/** {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y} */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    cborBytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    cborBytes(Buffer.from(y, 'base64url')),
  ])
}
