import { generateKeyPairSync, sign } from 'node:crypto'

/** A key and the certificate that it has signed for itself, for a host in tests (X.509 in DER, RFC 5280). */
export function makeCertificate(host = 'localhost'): { key: string; cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'))
  const name = sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(host)))))
  const alternativeName = sequence(oid('551d11'), der(0x04, sequence(der(0x82, Buffer.from(host)))))
  const toSign = sequence(
    der(0xa0, integer(2)),
    integer(1),
    ecdsaWithSha256,
    name,
    sequence(utcTime(-1), utcTime(1)),
    name,
    publicKey.export({ format: 'der', type: 'spki' }),
    der(0xa3, sequence(alternativeName)),
  )
  const signature = sign('sha256', toSign, privateKey)
  const certificate = sequence(toSign, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature))
  const lines = certificate.toString('base64').replaceAll(/.{64}/g, '$&\n')
  return {
    key: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  }
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts)

const integer = (value: number): Buffer => der(0x02, Buffer.from([value]))

const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'))

/** So many years from now. */
function utcTime(years: number): Buffer {
  const time = new Date()
  time.setUTCFullYear(time.getUTCFullYear() + years)
  return der(0x17, Buffer.from(`${time.toISOString().replaceAll(/[-:T]/g, '').slice(2, 14)}Z`))
}
