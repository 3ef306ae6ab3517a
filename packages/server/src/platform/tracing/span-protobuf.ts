import { bytes, double, fixed64, message, varint } from './protobuf.ts'
import {
  type AttributeValue,
  type EndedSpan,
  type SpanBatch,
  spanKinds,
  unixNanoseconds,
} from './span-values.ts'

/**
 * An ExportTraceServiceRequest of OTLP in its binary form. The numbers are those of the fields in its `.proto` files.
 */
export function protobufOf({ resource, scope, spans }: SpanBatch): Buffer {
  return message(1, [
    message(1, attributesOf(1, resource)),
    message(2, [message(1, [bytes(1, scope.name), bytes(2, scope.version)]), ...spans.map(spanOf)]),
  ])
}

function spanOf({ traceId, spanId, parentSpanId, ...span }: EndedSpan): Buffer {
  return message(2, [
    bytes(1, Buffer.from(traceId, 'hex')),
    bytes(2, Buffer.from(spanId, 'hex')),
    ...(parentSpanId === null ? [] : [bytes(4, Buffer.from(parentSpanId, 'hex'))]),
    bytes(5, span.name),
    varint(6, BigInt(spanKinds[span.kind])),
    fixed64(7, unixNanoseconds(span.begunAt)),
    fixed64(8, unixNanoseconds(span.endedAt)),
    ...attributesOf(9, span.attributes),
    // the status, whose code 2 is an error
    message(15, span.isError ? [varint(3, 2n)] : []),
  ])
}

function attributesOf(number: number, attributes: Readonly<Record<string, AttributeValue>>): Buffer[] {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [message(number, [bytes(1, key), message(2, [valueOf(value)])])],
  )
}

function valueOf(value: string | number | boolean): Buffer {
  switch (typeof value) {
    case 'boolean':
      return varint(2, value ? 1n : 0n)
    case 'number':
      return Number.isSafeInteger(value) ? varint(3, BigInt(value)) : double(4, value)
    default:
      return bytes(1, value)
  }
}
