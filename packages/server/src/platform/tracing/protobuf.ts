/** A field of a message of protocol buffers, in bytes. Each function below takes the number of the field first. */
type Field = Buffer

const wireTypes = { varint: 0, fixed64: 1, bytes: 2 } as const

/** An integer; a negative one as the two's complement of 64 bits. */
export function varint(number: number, value: bigint): Field {
  return Buffer.concat([tag(number, wireTypes.varint), varintOf(BigInt.asUintN(64, value))])
}

export function fixed64(number: number, value: bigint): Field {
  const encoded = Buffer.alloc(8)
  encoded.writeBigUInt64LE(value)
  return Buffer.concat([tag(number, wireTypes.fixed64), encoded])
}

export function double(number: number, value: number): Field {
  const encoded = Buffer.alloc(8)
  encoded.writeDoubleLE(value)
  return Buffer.concat([tag(number, wireTypes.fixed64), encoded])
}

/** Bytes, a text or a message. */
export function bytes(number: number, content: Buffer | string): Field {
  const value = Buffer.from(content)
  return Buffer.concat([tag(number, wireTypes.bytes), varintOf(BigInt(value.length)), value])
}

export function message(number: number, fields: readonly Field[]): Field {
  return bytes(number, Buffer.concat(fields))
}

function tag(number: number, wireType: number): Buffer {
  return varintOf(BigInt(number * 8 + wireType))
}

/** Seven bits a byte, the lowest first; the highest bit says that more follow. */
function varintOf(value: bigint): Buffer {
  const parts: number[] = []
  let rest = value
  while (rest > 127n) {
    parts.push(Number(rest & 127n) | 128)
    rest >>= 7n
  }
  return Buffer.from([...parts, Number(rest)])
}
